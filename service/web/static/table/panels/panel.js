// A part of the page that is drawn anew only when what it shows has changed, and keeps the focus where it was.

export class Panel {
  constructor(node, draw) {
    Object.assign(this, { node, draw, key: null });
  }

  /** `shown` is everything that the drawing depends on. */
  update(shown) {
    const key = JSON.stringify(shown);
    if (key === this.key) return;
    this.key = key;
    const had = this.node.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.node.replaceChildren(...[this.draw(shown)].flat(Infinity).filter(Boolean));
    if (had) this.node.querySelector(`[data-key="${CSS.escape(had)}"]`)?.focus({ preventScroll: true });
  }
}
