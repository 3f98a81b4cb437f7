// The door: a name is enough to come in; who has been here before asks for a link by mail.

import { setTitle } from '../attention.js';
import { field, h, replace } from '../dom.js';
import { form } from '../forms.js';
import { skyline } from '../skyline.js';
import { takeWay } from '../way.js';
import { newcomer } from '../welcome.js';
import { tableListing } from './listing.js';

export async function mount(root, { api, session, t, go }) {
  setTitle('');
  const { fields, register } = newcomer();
  const enter = form(t('arrive.enter'), async (values) => {
    await register(values);
    await go(takeWay(), { replace: true });
  }, fields);
  const listing = await tableListing({ statuses: ['running', 'open', 'ended', 'abandoned'] });
  replace(
    root,
    h(
      'section',
      { class: 'hero' },
      h('div', { class: 'hero-text' }, h('h1', {}, t('arrive.title')), h('p', { class: 'lead' }, t('arrive.lead'))),
      skyline(),
    ),
    h(
      'div',
      { class: 'columns' },
      h('section', { class: 'card' }, h('h2', {}, t('arrive.new')), enter),
      h('section', { class: 'card' }, h('h2', {}, t('arrive.back')), linkForm(api, t), keyForm(api, session, t, go)),
    ),
    h('section', {}, h('h2', {}, t('arrive.watch')), listing.element),
  );
  return listing.stop;
}

function linkForm(api, t) {
  const email = h('input', { name: 'email', type: 'email', required: true, maxlength: 254, autocomplete: 'email' });
  const sent = h('p', { class: 'good', role: 'status' });
  const ask = form(t('arrive.sendLink'), async (values) => {
    sent.textContent = '';
    await api.post('/auth/link', { email: values.email });
    sent.textContent = t('arrive.linkSent', { email: values.email });
  }, field(t('arrive.email'), email, t('arrive.emailHint')));
  return h('div', {}, ask, sent);
}

function keyForm(api, session, t, go) {
  const key = h('input', { name: 'token', type: 'password', required: true, autocomplete: 'current-password' });
  const use = form(t('arrive.useKey'), async ({ token }) => {
    const account = await api.get('/me', { headers: { Authorization: `Bearer ${token.trim()}` } });
    session.signIn(account, token.trim());
    await go(takeWay(), { replace: true });
  }, field(t('arrive.key'), key, t('arrive.keyHint')));
  return h('details', {}, h('summary', {}, t('arrive.haveKey')), use);
}
