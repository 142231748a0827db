import { PushAddress, type PushMessage } from '@stagelink/shared/contracts/push';
import webPush from 'web-push';
import type { App } from '../../platform/context.ts';
import type { JobPayloads } from '../../platform/jobs/jobs.ts';
import { AppError } from '../../platform/http/errors.ts';
import { type Answer, post } from '../../platform/outgoing/post.ts';
import { NotPublic } from '../../platform/outgoing/publicAgent.ts';
import { checkedUrl } from '../webhooks/address.ts';
import type { Sender } from '../webhooks/send.ts';
import * as repo from './repo.ts';
import { vapidOf } from './vapid.ts';

type Parts = Pick<App, 'config' | 'db' | 'log' | 'secrets'> & { sender: Sender };

/** A push service keeps a message this long for a browser that is not running. */
const KEPT_SECONDS = 24 * 60 * 60;
/** Refusals in a row after which a browser is given up. */
const REFUSALS_MAX = 10;
const ANSWER_BYTES = 1024;

const messageOf = ({ title, message, actionUrl, tag }: repo.DueRow): PushMessage => ({
  title,
  body: message,
  path: actionUrl ?? '/dashboard',
  tag,
});

/** Returns the address of a browser; null if it was stored under another master key. */
function addressOf({ secrets }: Parts, { addressSealed }: repo.DueRow): PushAddress | null {
  const opened = secrets.tryOpen(addressSealed);
  return opened === null ? null : PushAddress.parse(JSON.parse(opened));
}

/** Encrypts a message for its browser and posts it to the browser's push service; null if its address is not usable. */
async function postMessage(app: Parts, due: repo.DueRow, signal: AbortSignal): Promise<Answer | null> {
  const address = addressOf(app, due);
  if (!address) return null;
  const { url, p256dh, auth } = address;
  const { endpoint, headers, body } = webPush.generateRequestDetails(
    // The configuration may have changed since it was stored.
    { endpoint: checkedUrl(app.config, 'standard', url), keys: { p256dh, auth } },
    JSON.stringify(messageOf(due)),
    {
      vapidDetails: vapidOf(app.config, app.secrets),
      TTL: KEPT_SECONDS,
      contentEncoding: 'aes128gcm',
    },
  );
  const { agent, timeoutMs } = app.sender;
  const sent = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return post({
    url: endpoint,
    headers: Object.fromEntries(sent),
    body,
    agent,
    timeoutMs,
    answerBytes: ANSWER_BYTES,
    signal,
  });
}

/** Whether the address of a browser ended: it was uninstalled, or its permission was taken back. */
const isGone = (status: number) => status === 404 || status === 410;
const isSuccess = (status: number) => status >= 200 && status < 300;
/** Whether the same request may succeed later. */
const isPassing = (status: number) => status === 408 || status === 429 || status >= 500;

/** Sends a notification to a browser. Throws if it should be sent again later. */
export async function sendPush(
  app: Parts,
  job: JobPayloads['send_push'],
  signal: AbortSignal,
): Promise<void> {
  const due = await repo.findDue(app.db, job);
  if (!due) return;
  const { sessionId } = job;
  const answer = await postMessage(app, due, signal).catch((cause: unknown) => {
    if (cause instanceof NotPublic || cause instanceof AppError) return null;
    throw cause;
  });
  if (!answer || isGone(answer.status)) return repo.remove(app.db, sessionId);
  if (isSuccess(answer.status)) return repo.noteSuccess(app.db, sessionId);
  if (isPassing(answer.status)) throw new Error(`The push service answered ${answer.status}`);
  app.log.warn({ status: answer.status }, 'a push service refused a notification');
  await repo.noteRefusal(app.db, sessionId, REFUSALS_MAX);
}
