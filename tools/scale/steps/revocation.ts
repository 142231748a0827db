import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '@stagelink/shared/client/call';
import { changePassword, login, logout, me } from '@stagelink/shared/contracts/accounts';
import { createToken, deleteToken } from '@stagelink/shared/contracts/tokens';
import { clientOf, type Member } from '../../../tests/support/installation.ts';
import { PASSWORD, signUp } from '../../../tests/support/stagelink.ts';
import { figure } from '../figures.ts';
import type { Step } from '../step.ts';

const REPETITIONS = 10;

const isRefused = async (member: Member, token: string) => {
  try {
    await clientOf(member, token)(me, {});
    return false;
  } catch (cause) {
    if (cause instanceof ApiError && cause.status === 401) return true;
    throw cause;
  }
};

/** Returns how long a credential still works on a server. */
async function worksForMs(member: Member, token: string): Promise<number> {
  const changedMs = performance.now();
  while (!(await isRefused(member, token))) await wait(5);
  return performance.now() - changedMs;
}

/** A credential that is ended through one server ends on both. */
export const revocation: Step = async ({ installation: { members } }) => {
  const [one, two] = members;
  const { email } = await signUp(one.url, 'Ada');
  let password = PASSWORD;
  const signIn = async () => (await clientOf(one)(login, { email, password })).sessionToken;
  const endings = {
    async 'a session is signed out'() {
      const token = await signIn();
      return { token, end: () => clientOf(one, token)(logout, {}) };
    },
    async 'the password is changed from another session'() {
      const [token, other] = [await signIn(), await signIn()];
      const [currentPassword, newPassword] = [password, `${PASSWORD} ${performance.now()}`];
      password = newPassword;
      return { token, end: () => clientOf(one, other)(changePassword, { currentPassword, newPassword }) };
    },
    async 'an access token is revoked'() {
      const session = clientOf(one, await signIn());
      const { token, pat } = await session(createToken, { description: 'Scale' });
      return { token, end: () => session(deleteToken, { id: pat.id }) };
    },
  };
  for (const [name, prepare] of Object.entries(endings)) {
    let longest = 0;
    for (let time = 0; time < REPETITIONS; time += 1) {
      const { token, end } = await prepare();
      // Both servers remember it as valid.
      for (const member of members) await isRefused(member, token);
      await end();
      longest = Math.max(longest, ...(await Promise.all([one, two].map((each) => worksForMs(each, token)))));
    }
    figure({ name: `${name}: still works on a server`, value: longest, most: 2000, unit: 'ms' });
  }
};
