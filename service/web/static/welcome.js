// Coming in: a name is enough. Used where one arrives, and where one was invited.

import { api, Problem } from './api.js';
import { field, h } from './dom.js';
import { language, t } from './i18n.js';
import { session } from './session.js';

/** An account in one step. Its language is that of the page, for the mails. */
async function register({ name, code }) {
  const { account, token } = await api.post('/accounts', code ? { name, code } : { name });
  session.signIn(account, token);
  if (account.language !== language()) session.update(await api.patch('/me', { language: language() }));
}

/** The fields of a new account, and `register(values)`; the code of an invitation is asked for only where it is needed. */
export function newcomer() {
  const name = h('input', { name: 'name', type: 'text', required: true, maxlength: 60, autocomplete: 'nickname' });
  const code = field(t('arrive.code'), h('input', { name: 'code', type: 'text', maxlength: 200, autocomplete: 'off' }));
  code.hidden = true;
  return {
    fields: [field(t('arrive.name'), name, t('arrive.nameHint')), code],
    register: async (values) => {
      try {
        await register(values);
      } catch (error) {
        if (error instanceof Problem && error.code === 'registrationByInvite') code.hidden = false;
        throw error;
      }
    },
  };
}
