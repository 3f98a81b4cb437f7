// The link of a sign-in mail. Its code works once; it leaves the address as soon as it has been used.

import { setTitle } from '../attention.js';
import { h, replace } from '../dom.js';
import { action } from '../forms.js';
import { takeWay } from '../way.js';

export async function mount(root, { query, api, session, t, go }) {
  setTitle(t('signIn.title'));
  const code = query.get('code') ?? '';
  const use = async () => {
    const { account, token } = await api.post('/auth/token', { code });
    session.signIn(account, token);
    await go(takeWay(), { replace: true });
  };
  if (!session.isSignedIn) {
    await use();
    return null;
  }
  // Who is in already is asked first: somebody else's link would quietly make them another person.
  replace(
    root,
    h('section', { class: 'card narrow' }, h('h1', {}, t('signIn.title')), h('p', {}, t('signIn.already', { name: session.account.name })), action(t('signIn.change'), use, { kind: 'primary' }), h('p', {}, h('a', { href: '/' }, t('signIn.stay')))),
  );
  return null;
}
