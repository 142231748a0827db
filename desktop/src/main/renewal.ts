import { ApiError } from '@stagelink/shared/client';
import { renewSession } from '@stagelink/shared/contracts/authorizations';
import type { AccountStore } from './accounts.ts';
import { callsTo, type Fetch } from './server.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** Keeps sessions from ending while the companion runs: each is renewed at the start and then daily. */
export function keepRenewing(fetch: Fetch, accounts: AccountStore): void {
  const renewedAt = new Map<string, number>();

  async function renew(id: string): Promise<void> {
    const signedIn = accounts.find(id);
    if (!signedIn || Date.now() - (renewedAt.get(signedIn.token) ?? 0) < DAY) return;
    try {
      await callsTo(fetch, signedIn.account.server, signedIn.token)(renewSession, {});
      renewedAt.set(signedIn.token, Date.now());
    } catch (cause) {
      // Without an answer it is tried again within the hour; a session lasts days.
      if (cause instanceof ApiError && cause.code === 'unauthenticated') accounts.refuse(id, signedIn.token);
    }
  }

  const renewAll = (): void => {
    for (const { id } of accounts.list().all) void renew(id);
  };
  renewAll();
  // More often than daily: a clock that stood still while the machine slept would miss a day.
  setInterval(renewAll, HOUR).unref();
}
