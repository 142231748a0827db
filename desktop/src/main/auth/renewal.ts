import { ApiError } from '@stagelink/shared/client/call';
import { renewSession } from '@stagelink/shared/contracts/oauth';
import type { AccountStore } from './accounts.ts';
import { callsTo, type Fetch } from './server.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** Renews each session at the start and then daily, so none expires while the companion runs. */
export function keepRenewing(fetch: Fetch, accounts: AccountStore): void {
  const renewedAt = new Map<string, number>();

  async function renew(id: string): Promise<void> {
    const signedIn = accounts.find(id);
    if (!signedIn || Date.now() - (renewedAt.get(signedIn.token) ?? 0) < DAY) return;
    try {
      await callsTo(fetch, signedIn.account.server, signedIn.token)(renewSession, {});
      renewedAt.set(signedIn.token, Date.now());
    } catch (cause) {
      // A request without a response is retried within the hour; a session lasts days.
      if (cause instanceof ApiError && cause.code === 'unauthenticated') accounts.refuse(id, signedIn.token);
    }
  }

  const renewAll = (): void => {
    for (const { id } of accounts.list().all) void renew(id);
  };
  renewAll();
  // Hourly, because a timer of a day would stop while the computer sleeps.
  setInterval(renewAll, HOUR).unref();
}
