"""When it is said to have happened, and by whom: all events of a commit agree, and time does not go back."""

from collections import Counter
from collections.abc import Sequence

from domain.audit.finding import Finding, wrong
from domain.recorded import Recorded

CLOCKS_APART = 60_000
"""Milliseconds by which the machines of a house may disagree; what goes back further was dated by somebody."""

Commit = Sequence[Recorded]
Stamp = tuple[int, str]


def check_times(commits: Sequence[Commit]) -> list[Finding]:
    """The event that was altered is named, not the one after it at which that shows."""
    return sorted([*_torn(commits), *_backwards(commits)], key=lambda finding: finding.event or 0)


def _torn(commits: Sequence[Commit]) -> list[Finding]:
    """Of the events of a commit those that are not as most of them are."""
    found: list[Finding] = []
    for n, commit in enumerate(commits):
        if len({_stamp(e) for e in commit}) == 1:
            continue
        due = _due(commit, commits[n - 1][-1].at if n else 0, commits[n + 1][0].at if n + 1 < len(commits) else None)
        if due is None:
            numbers = " and ".join(str(e.originator_version) for e in commit)
            found.append(wrong("replay", None, f"Events {numbers} of one command have not the same time and actor."))
        found += [_odd(e, commit) for e in commit if due not in (None, _stamp(e))]
    return found


def _stamp(recorded: Recorded) -> Stamp:
    return recorded.at, recorded.actor


def _due(commit: Commit, before: int, after: int | None) -> Stamp | None:
    """What most have; of as many the one that is in order with what was before and after; None if that is neither."""
    counted = Counter(map(_stamp, commit))
    most = [stamp for stamp, times in counted.items() if times == max(counted.values())]
    if len(most) > 1:
        most = [stamp for stamp in most if before <= stamp[0] and (after is None or stamp[0] <= after)]
    return most[0] if len(most) == 1 else None


def _odd(recorded: Recorded, commit: Commit) -> Finding:
    number = recorded.originator_version
    others = "its command" if recorded is not commit[0] else "those after it, to which its command has led"
    text = f"Event {number} is dated {recorded.at} by {recorded.actor}: another time or actor than {others}."
    return wrong("replay", number, text)


def _backwards(commits: Sequence[Commit]) -> list[Finding]:
    """Where time goes back, this commit was dated too early; or the last one too late, if the next is like this one."""
    times = [(commit[0].originator_version, _time(commit)) for commit in commits]
    found: list[Finding] = []
    before, latest, last = 0, 0, 0
    for n, (number, at) in enumerate(times):
        if at >= max(0, latest - CLOCKS_APART):
            before, latest, last = latest, max(latest, at), number
        elif at >= max(0, before - CLOCKS_APART) and any(
            then < latest - CLOCKS_APART for _, then in times[n + 1 : n + 2]
        ):
            found.append(wrong("replay", last, f"Event {last} is dated {latest}, after what happened next."))
            latest, last = max(before, at), number
        else:
            found.append(wrong("replay", number, f"Event {number} is dated {at}, before what had happened by then."))
    return found


def _time(commit: Commit) -> int:
    """That of most of its events: one that differs has been named for it."""
    return Counter(e.at for e in commit).most_common(1)[0][0]
