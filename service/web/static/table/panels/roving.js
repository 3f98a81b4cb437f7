// A group of buttons is one stop for Tab; the arrows go on from there.

const GROUPS = '.hand-cards, .option-list, .influence-choice';
const ONES = 'button:not(.help-mark)';
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Which button of each group Tab leads to: the chosen one, else the first that can be chosen. */
export function rove(root) {
  for (const group of root.querySelectorAll(GROUPS)) {
    const all = [...group.querySelectorAll(ONES)];
    const chosen = all.find((one) => one.getAttribute('aria-pressed') === 'true');
    stopAt(chosen ?? all.find((one) => !one.hasAttribute('aria-disabled')) ?? all[0], all);
  }
}

/** An arrow key within a group. */
export function step(event) {
  const by = STEPS[event.key];
  const group = event.target.closest(GROUPS);
  if (!by || !group || !event.target.matches(ONES)) return;
  event.preventDefault();
  const all = [...group.querySelectorAll(ONES)].filter((one) => one.checkVisibility());
  const next = all.at((all.indexOf(event.target) + by) % all.length);
  stopAt(next, all);
  next.focus();
}

function stopAt(stop, all) {
  for (const one of all) one.tabIndex = one === stop ? 0 : -1;
}
