// A small element builder. Text is always text: nothing here reads HTML.

const SVG = 'http://www.w3.org/2000/svg';

/** h('button', {class: 'primary', type: 'button', onclick: f}, 'Text', child, [more], null) */
export function h(name, attributes = {}, ...children) {
  return build(document.createElement(name), attributes, children);
}

/** The same for SVG. */
export function s(name, attributes = {}, ...children) {
  return build(document.createElementNS(SVG, name), attributes, children);
}

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'checked') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

export function replace(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

let named = 0;
export function uniqueId(prefix = 'id') {
  named += 1;
  return `${prefix}-${named}`;
}

/** A label with its control; `hint` is read out with it. */
export function field(label, control, hint = null) {
  control.id ||= uniqueId('field');
  const said = hint && h('p', { class: 'hint', id: `${control.id}-hint` }, hint);
  if (said) control.setAttribute('aria-describedby', said.id);
  return h('div', { class: 'field' }, h('label', { for: control.id }, label), control, said);
}

export function checkbox(label, attributes = {}, hint = null) {
  const control = h('input', { type: 'checkbox', id: uniqueId('field'), ...attributes });
  const said = hint && h('p', { class: 'hint', id: `${control.id}-hint` }, hint);
  if (said) control.setAttribute('aria-describedby', said.id);
  return h('div', { class: 'check' }, control, h('label', { for: control.id }, label), said);
}

/** options: [[value, text], ...] */
export function select(options, chosen, attributes = {}) {
  const items = options.map(([value, text]) => h('option', { value, selected: value === chosen }, text));
  return h('select', attributes, items);
}

/** Said to those who listen to the page rather than look at it. */
export function announce(text) {
  const announcer = document.getElementById('announcer');
  announcer.textContent = '';
  setTimeout(() => { announcer.textContent = text; }, 50);
}
