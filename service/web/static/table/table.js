// The table: the board, my hand, the others, and all that one may look up beside them.

import { h } from '../dom.js';
import { Page } from './page.js';

let style = null;

/** The look of this page is loaded with it: the lobby does without. */
function dressed() {
  style ??= new Promise((resolve) => {
    const link = h('link', { rel: 'stylesheet', href: new URL('./table.css', import.meta.url).href, onload: resolve, onerror: resolve });
    document.head.append(link);
  });
  return style;
}

/**
 * Shows a table in `root`; `at` opens its replay at that event, `seenBy` through whose eyes. `live.follow` tells of what others do.
 * Returns the function that takes the page down again.
 */
export async function mount(root, {
  tableId, api, session, t, live, go, at = null, seenBy = null, table = null,
}) {
  const page = new Page({ tableId, api, session, t, live, go });
  const [, first] = await Promise.all([dressed(), table ?? api.get(`/tables/${tableId}`)]);
  await page.open(root, first, { at, seenBy });
  return () => page.close();
}
