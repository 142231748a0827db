import { SLACK_BATCH_SECONDS } from '@stagelink/shared/contracts/limits';
import type { WebhookEvent, WebhookEventType } from '@stagelink/shared/contracts/webhooks';
import { uuidv7 } from 'uuidv7';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { planOf } from '../identity/accounts/plan.ts';
import * as deliveries from './deliveryRepo.ts';
import * as repo from './repo.ts';
import { joinSlackEvents, type SlackEvent } from './slackMessage.ts';

type Parts = Pick<App, 'config' | 'jobs'>;

/** The snapshot that something happened to. */
export interface EventSource {
  id: string;
  ownerId: string;
  projectId: string | null;
  name: string;
  version: number | null;
  passwordSealed: Buffer | null;
}

type EventOf<T extends WebhookEventType> = Extract<WebhookEvent, { type: T }>;
type DataOf<T extends WebhookEventType> = Omit<EventOf<T>['data'], 'snapshot'>;

export interface Occurrence<T extends WebhookEventType> {
  type: T;
  /** Events of one thread reach Slack together. */
  threadId?: string;
  /** Called only if a webhook receives the event. */
  describe: () => DataOf<T> | Promise<DataOf<T>>;
}

const isAbout = ({ scope, projectId, snapshotId }: repo.Receiver, source: EventSource): boolean =>
  scope === 'all' || (scope === 'project' ? projectId === source.projectId : snapshotId === source.id);

/** Returns the event as a webhook without excerpts gets it. */
const withoutExcerpts = (event: WebhookEvent): WebhookEvent =>
  JSON.parse(
    JSON.stringify(event, (key, value: unknown) => (key === 'excerpt' ? null : value)),
  ) as WebhookEvent;

interface Emitted {
  id: string;
  event: WebhookEvent;
  threadId: string | undefined;
  isProtected: boolean;
}

async function enqueue(
  { jobs }: Parts,
  tx: Tx,
  { id: webhookId, kind }: repo.Receiver,
  { id: eventId, event, threadId }: Emitted,
  { events, nextAt }: { events: string; nextAt: Date },
): Promise<void> {
  const id = uuidv7();
  const group = kind === 'slack' ? { threadId } : {};
  await deliveries.insert(tx, { id, webhookId, eventId, type: event.type, events, nextAt, ...group });
  const job = { deliveryId: id, attempt: 0 };
  const isLater = nextAt.getTime() > Date.now();
  await jobs.enqueue(tx, 'deliver_webhook', job, {
    group: webhookId,
    ...(isLater && { startAfter: nextAt }),
  });
}

/** Adds an event to the message that waits, or begins one: at most one per thread in a minute. */
async function emitToSlack(app: Parts, tx: Tx, receiver: repo.Receiver, emitted: Emitted): Promise<void> {
  const entry: SlackEvent = { event: emitted.event, isProtected: emitted.isProtected };
  const now = new Date();
  const last =
    emitted.threadId === undefined
      ? undefined
      : await deliveries.lockLastOfThread(tx, receiver.id, emitted.threadId);
  if (last?.isOpen) return deliveries.setEvents(tx, last.id, joinSlackEvents(last.events, entry));
  const free = (last?.claimedAt?.getTime() ?? 0) + SLACK_BATCH_SECONDS * 1000;
  const nextAt = new Date(Math.max(now.getTime(), free));
  await enqueue(app, tx, receiver, emitted, { events: joinSlackEvents(null, entry), nextAt });
}

async function emitTo(app: Parts, tx: Tx, receiver: repo.Receiver, emitted: Emitted): Promise<void> {
  const event = receiver.hasExcerpt ? emitted.event : withoutExcerpts(emitted.event);
  if (receiver.kind === 'slack') return emitToSlack(app, tx, receiver, { ...emitted, event });
  await enqueue(app, tx, receiver, emitted, { events: JSON.stringify(event), nextAt: new Date() });
}

/**
 * Queues what happened to snapshots of one owner for their webhooks, if and when the transaction commits.
 * See docs/decisions/0014.
 */
export async function emit<T extends WebhookEventType>(
  app: Parts,
  tx: Tx,
  sources: readonly EventSource[],
  { type, threadId, describe }: Occurrence<T>,
): Promise<void> {
  const [first] = sources;
  if (!first) return;
  const receivers = (await repo.lockReceivers(tx, first.ownerId, type)).filter(
    (receiver) => planOf(app.config, receiver) === 'pro',
  );
  if (receivers.length === 0) return;
  const data = await describe();
  const timestamp = new Date().toISOString();
  for (const source of sources) {
    const { id, name, version, passwordSealed } = source;
    if (version === null) continue;
    const snapshot = { id, name, url: `${app.config.appUrl}/s/${id}`, version };
    const event = { type, timestamp, data: { snapshot, ...data } } as WebhookEvent;
    const emitted = { id: `evt_${uuidv7()}`, event, threadId, isProtected: passwordSealed !== null };
    for (const receiver of receivers.filter((each) => isAbout(each, source)))
      await emitTo(app, tx, receiver, emitted);
  }
}
