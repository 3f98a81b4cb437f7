// My account, how I like the page, the keys to my account, and the way out.

import { applyLook } from '../frame.js';
import { chime, setTitle } from '../attention.js';
import { checkbox, field, h, replace, select } from '../dom.js';
import { action, copyable, form } from '../forms.js';
import { dateTime, has } from '../i18n.js';
import { keepWay } from '../way.js';

const SCOPES = ['read', 'play', 'account'];

export async function mount(root, context) {
  const { api, session, t, go } = context;
  setTitle(t('profile.title'));
  if (!session.isSignedIn) {
    keepWay();
    await go('/', { replace: true });
    return null;
  }
  const [account, { tokens }] = await Promise.all([api.get('/me'), api.get('/me/tokens')]);
  session.update(account);
  replace(
    root,
    h('h1', {}, t('profile.title')),
    h(
      'div',
      { class: 'columns' },
      h('section', { class: 'card' }, h('h2', {}, t('profile.me')), aboutMe(account, context)),
      h('section', { class: 'card' }, h('h2', {}, t('profile.page')), thePage(context)),
    ),
    h('section', { class: 'card' }, h('h2', {}, t('profile.keys')), h('p', {}, t('profile.keysHint')), keys(tokens, context)),
    h('section', { class: 'card' }, h('h2', {}, t('profile.leave')), leaving(account, context)),
  );
  return null;
}

function aboutMe(account, { api, session, t }) {
  const saved = h('p', { class: 'good', role: 'status' });
  const name = h('input', { name: 'name', type: 'text', required: true, maxlength: 60, value: account.name, autocomplete: 'nickname' });
  const email = h('input', { name: 'email', type: 'email', maxlength: 254, value: account.email ?? '', autocomplete: 'email' });
  const mails = checkbox(t('profile.mailWhenAwaited'), { name: 'mail', checked: account.wishes.mailWhenAwaited });
  const ask = form(t('profile.save'), async (values) => {
    saved.textContent = '';
    const changes = { name: values.name, email: values.email || null, wishes: { mailWhenAwaited: 'mail' in values } };
    session.update(await api.patch('/me', changes));
    saved.textContent = t('profile.saved');
  }, [field(t('arrive.name'), name), field(t('arrive.email'), email, t('profile.emailHint')), mails]);
  return [ask, saved, h('p', { class: 'hint' }, t('profile.id', { id: account.id }))];
}

function thePage({ session, t }) {
  const { settings } = session;
  const option = (name, label, after = () => {}) => {
    const box = checkbox(label, { checked: settings[name] });
    const input = box.querySelector('input');
    input.addEventListener('change', () => {
      session.choose({ [name]: input.checked });
      if (input.checked) after();
    });
    return box;
  };
  const looks = ['system', 'light', 'dark'].map((look) => [look, t(`look.${look}`)]);
  const look = select(looks, settings.theme);
  look.addEventListener('change', () => {
    session.choose({ theme: look.value });
    applyLook();
  });
  return [option('sound', t('profile.sound'), chime), option('title', t('profile.tabTitle')), field(t('profile.look'), look)];
}

function keys(tokens, context) {
  const { api, session, t, go } = context;
  const mine = session.token.split('_')[1];
  const issued = h('div', { role: 'status' });
  const line = (token) => h(
    'li',
    {},
    h('strong', {}, keyName(token.name, t)),
    h('span', { class: 'meta' }, ` ${token.scopes.map((scope) => t(`scope.${scope}`)).join(', ')} · ${dateTime(token.created)}`),
    token.id === mine ? h('em', {}, t('profile.thisKey')) : action(t('profile.revoke'), async () => {
      await api.delete(`/me/tokens/${token.id}`);
      await go('/profile', { replace: true });
    }, { kind: 'small' }),
  );
  const name = h('input', { name: 'name', type: 'text', required: true, maxlength: 60, autocomplete: 'off' });
  const scopes = SCOPES.map((scope) => checkbox(t(`scope.${scope}`), { name: scope, checked: scope !== 'account' }));
  const ask = form(t('profile.newKey'), async (values) => {
    const wanted = { name: values.name, scopes: SCOPES.filter((scope) => scope in values) };
    const { secret } = await api.post('/me/tokens', wanted);
    replace(issued, h('p', {}, t('profile.keyOnce')), copyable(t('arrive.key'), secret));
  }, [field(t('profile.keyName'), name), h('fieldset', { class: 'options' }, h('legend', {}, t('profile.scopes')), scopes)]);
  return [h('ul', { class: 'keys' }, tokens.map(line)), h('details', {}, h('summary', {}, t('profile.newKey')), ask), issued];
}

/** The house names the keys that it gives by itself in its own words. */
const keyName = (name, t) => (has(`key.${name}`) ? t(`key.${name}`) : name);

function leaving(account, { api, session, t, go }) {
  const sure = h('input', { name: 'sure', type: 'text', required: true, autocomplete: 'off' });
  const remove = form(t('profile.delete'), async (values) => {
    if (values.sure.trim() !== account.name) {
      sure.focus();
      return;
    }
    await api.delete('/me');
    session.signOut();
    await go('/');
  }, field(t('profile.deleteSure', { name: account.name }), sure, t('profile.deleteHint')), { class: 'danger-form' });
  const out = () => {
    session.signOut();
    return go('/');
  };
  return [
    account.email === null && h('p', { class: 'warning' }, t('profile.signOutWarning')),
    account.email === null && h('details', {}, h('summary', {}, t('profile.showKey')), copyable(t('arrive.key'), session.token)),
    action(t('profile.signOut'), out),
    h('details', {}, h('summary', {}, t('profile.delete')), remove),
  ];
}
