// Which part of the board is seen: drag and pinch, the wheel with Ctrl, buttons, or a town by name.

const CLOSEST = 6;
const SLOP = 6; // so far a finger may slip and still have pressed, in pixels

export class Camera {
  constructor(svg, canvas) {
    this.svg = svg;
    this.whole = { x: canvas.left, y: canvas.top, w: canvas.right - canvas.left, h: canvas.bottom - canvas.top };
    this.pointers = new Map();
    this.isDragging = false;
    this.show(this.whole);
    svg.addEventListener('pointerdown', (event) => this.down(event));
    svg.addEventListener('pointermove', (event) => this.move(event));
    for (const name of ['pointerup', 'pointercancel']) svg.addEventListener(name, (event) => this.up(event));
    svg.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    // What was a drag is no press on a space.
    svg.addEventListener('click', (event) => this.wasDragged && event.stopPropagation(), { capture: true });
  }

  get isWhole() { return this.box.w >= this.whole.w * 0.999; }

  show(box) {
    const w = Math.min(this.whole.w, Math.max(this.whole.w / CLOSEST, box.w));
    const h = (w * this.whole.h) / this.whole.w;
    const within = (start, size, least, most) => Math.min(Math.max(start, least), least + most - size);
    this.box = {
      x: within(box.x, w, this.whole.x, this.whole.w), y: within(box.y, h, this.whole.y, this.whole.h), w, h,
    };
    this.svg.setAttribute('viewBox', `${this.box.x} ${this.box.y} ${w} ${h}`);
    this.svg.classList.toggle('zoomed', !this.isWhole);
  }

  /** Zoom so that the point (in the board's units) stays where it is. */
  zoom(factor, [x, y] = [this.box.x + this.box.w / 2, this.box.y + this.box.h / 2]) {
    const w = Math.min(this.whole.w, Math.max(this.whole.w / CLOSEST, this.box.w / factor));
    const scale = w / this.box.w;
    this.show({ x: x - (x - this.box.x) * scale, y: y - (y - this.box.y) * scale, w });
  }

  fit() { this.show(this.whole); }

  /** A box of the board in the middle, as large as it will go. */
  look(box) {
    const w = Math.max(box.right - box.left, ((box.bottom - box.top) * this.whole.w) / this.whole.h) * 1.12;
    const h = (w * this.whole.h) / this.whole.w;
    this.show({ x: (box.left + box.right - w) / 2, y: (box.top + box.bottom - h) / 2, w });
  }

  holds({ left, top, right, bottom }) {
    const { x, y, w, h } = this.box;
    return left >= x && top >= y && right <= x + w && bottom <= y + h;
  }

  /** So that a space that has the focus can be seen. */
  reveal(box) {
    if (this.holds(box)) return;
    const { w, h } = this.box;
    this.show({ x: (box.left + box.right - w) / 2, y: (box.top + box.bottom - h) / 2, w });
  }

  /** The point of the board under a finger: the picture lies in the middle of its frame, which may be wider or higher. */
  at({ clientX, clientY }) {
    const { left, top, width, height } = this.svg.getBoundingClientRect();
    const { x, y, w, h } = this.box;
    const unit = Math.max(w / width, h / height);
    return [x + w / 2 + (clientX - left - width / 2) * unit, y + h / 2 + (clientY - top - height / 2) * unit];
  }

  down(event) {
    if (event.button > 0) return;
    if (event.isPrimary) { // a new gesture, whether or not the end of the last one was heard
      this.pointers.clear();
      this.wasDragged = false;
    }
    this.pointers.set(event.pointerId, { clientX: event.clientX, clientY: event.clientY });
    this.start = { clientX: event.clientX, clientY: event.clientY };
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { clientX: event.clientX, clientY: event.clientY };
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, pointer]) => pointer);
    if (others.length) this.pinch(before, now, others[0]);
    else this.drag(event, before, now);
    this.pointers.set(event.pointerId, now);
  }

  drag(event, before, now) {
    if (Math.hypot(now.clientX - this.start.clientX, now.clientY - this.start.clientY) < SLOP || this.isWhole) return;
    if (!this.wasDragged) this.svg.setPointerCapture(event.pointerId);
    this.wasDragged = true;
    const [x0, y0] = this.at(before);
    const [x1, y1] = this.at(now);
    this.show({ x: this.box.x + x0 - x1, y: this.box.y + y0 - y1, w: this.box.w });
  }

  pinch(before, now, other) {
    this.wasDragged = true;
    const apart = (a) => Math.hypot(a.clientX - other.clientX, a.clientY - other.clientY);
    const between = { clientX: (now.clientX + other.clientX) / 2, clientY: (now.clientY + other.clientY) / 2 };
    this.zoom(apart(now) / Math.max(apart(before), 1), this.at(between));
  }

  up(event) {
    this.pointers.delete(event.pointerId);
  }

  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 300), this.at(event));
  }
}
