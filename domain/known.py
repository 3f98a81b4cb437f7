"""Types that are known completely before anybody reads with them.

What msgspec has found out about a struct so far it keeps with the struct, and a second thread that reads the same
struct meanwhile takes that for all there is: the process dies. So types are made known while modules are loaded, by
one thread.
"""

from typing import TypeVar

import msgspec

T = TypeVar("T")


def known(kind: T) -> T:
    """The same type, with every struct in it."""
    msgspec.json.Decoder(kind)
    return kind
