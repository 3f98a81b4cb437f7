// Forms that say what went wrong, in the reader's language, and cannot be sent twice.

import { announce, h, replace } from './dom.js';
import { has, t } from './i18n.js';
import { Problem, Unreachable } from './api.js';

/** The sentence for an error: our own where there is one for its code, else that of the service. */
export function explain(error) {
  if (error instanceof Unreachable) return t('problem.unreachable');
  if (!(error instanceof Problem)) throw error;
  const key = [`problem.${error.code}`, `table.why.${error.code}`].find(has);
  const sentence = key ? t(key) : error.code.startsWith('store') ? t('problem.store') : error.message;
  return error.rule ? t('problem.withRule', { sentence, rule: error.rule }) : sentence;
}

/** While `work` runs its button rests; what it throws is shown in `alert`. */
export async function attempt(button, alert, work) {
  if (button.getAttribute('aria-disabled') === 'true') return;
  button.setAttribute('aria-disabled', 'true');
  alert.textContent = '';
  try {
    await work();
  } catch (error) {
    alert.textContent = explain(error);
  } finally {
    button.removeAttribute('aria-disabled');
  }
}

export const alertLine = () => h('p', { class: 'alert', role: 'alert' });

/** A form whose button does `work(values)`. `attributes` go to the form; `label` is the button's. */
export function form(label, work, children, attributes = {}) {
  const button = h('button', { class: 'primary', type: 'submit' }, label);
  const alert = alertLine();
  const element = h('form', attributes, children, h('div', { class: 'row' }, button), alert);
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(button, alert, () => work(Object.fromEntries(new FormData(element))));
  });
  return element;
}

/** A button that does something at once. What goes wrong is said in `alert`, or below it where none is given. */
export function action(label, work, { kind = '', alert = null } = {}) {
  const button = h('button', { class: kind, type: 'button' }, label);
  const place = alert ?? alertLine();
  button.addEventListener('click', () => attempt(button, place, work));
  return alert ? button : h('span', { class: 'action' }, button, place);
}

/** A text to pass on, with a button that copies it. */
export function copyable(label, text) {
  const shown = h('input', { type: 'text', readonly: true, value: text, 'aria-label': label, class: 'copyable' });
  shown.addEventListener('focus', () => shown.select());
  return h('div', { class: 'row copy' }, shown, copyButton(() => text));
}

/** A button that copies what `text()` gives then. */
export function copyButton(text) {
  const button = h('button', { type: 'button' }, t('common.copy'));
  button.addEventListener('click', async () => {
    await copy(text());
    replace(button, t('common.copied'));
    announce(t('common.copied'));
    setTimeout(() => replace(button, t('common.copy')), 2000);
  });
  return button;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // where the page is not secure there is no clipboard for it
    const before = document.activeElement;
    const field = h('textarea', { value: text });
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
    before?.focus();
  }
}
