import * as analytics from '../analytics/service.ts';
import type { App } from '../app.ts';
import { removeOrphanChannels } from '../live/record.ts';
import * as notifications from '../notifications/repo.ts';
import { removeStale } from '../presence/repo.ts';
import * as replyMails from '../replyMail/queueRepo.ts';
import * as sessions from '../sessions/repo.ts';
import * as bulkChanges from '../snapshots/bulkChanges.ts';
import * as tickets from '../tickets.ts';
import * as tokens from '../tokens/repo.ts';
import { forgetViews } from '../views/views.ts';
import { doEach } from './each.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
/** An expired access token stays listed for a while, so that its owner sees why a program is signed out. */
const EXPIRED_TOKEN_DAYS = 30;
const NOTIFICATION_DAYS = 365;
/** What could not be mailed for so long is old news. */
const REPLY_MAIL_DAYS = 3;

/** Removes rows that have served their time; how many of each kind. A step that fails keeps no other back. */
export async function forgetOld(
  app: Pick<App, 'db' | 'log'>,
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  const { db } = app;
  const steps: Record<string, () => Promise<unknown>> = {
    views: () => forgetViews(db),
    events: () => analytics.forget(db),
    tickets: () => tickets.removeExpired(db),
    sessions: () => sessions.removeExpired(db),
    tokens: () => tokens.removeExpired(db, daysAgo(EXPIRED_TOKEN_DAYS)),
    notifications: () => notifications.removeBefore(db, daysAgo(NOTIFICATION_DAYS)),
    replyMails: () => replyMails.removeBefore(db, daysAgo(REPLY_MAIL_DAYS)),
    channels: () => removeOrphanChannels(db),
    windows: () => removeStale(db),
    bulkChanges: () => bulkChanges.prune(db),
  };
  const forgotten: Record<string, unknown> = {};
  const run = async (name: string) => {
    forgotten[name] = await steps[name]?.();
    return true;
  };
  await doEach(app, Object.keys(steps), run, signal);
  return forgotten;
}
