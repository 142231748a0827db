import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import {
  type createWebhook,
  createWebhook as contract,
  type WebhookEvent,
} from '@stagelink/shared/contracts/webhooks';
import { onTestFinished } from 'vitest';
import { announce } from '../features/comments/announce.ts';
import { deliver } from '../features/webhooks/deliver.ts';
import type { Config } from '../platform/config.ts';
import type { JobPayloads } from '../platform/jobs/jobs.ts';
import type { Person } from './builders.ts';
import { createComment } from './comments.ts';
import { createMailWorld, type MailWorld } from './mailWorld.ts';
import { openReceiver, type Received, type Receiver, receiverTrust, verified } from './webhookReceiver.ts';

/** A receiver with a webhook that leads to it. */
export interface Hooked extends Receiver {
  id: string;
  secret: string;
  /** What it received, verified. */
  events: () => WebhookEvent[];
}

export interface WebhookWorld extends MailWorld {
  /** Opens a receiver until the end of the test, with a webhook of this person. */
  hook: (owner: Person, about?: Partial<Parsed<typeof createWebhook>>) => Promise<Hooked>;
  /** Posts a comment and announces it, without the attempts to deliver what is queued then. */
  comment: typeof createComment;
  /** Makes the attempts that are due at a time, and returns how many were. */
  attemptAt: (now: Date) => Promise<number>;
}

/** Creates a world whose webhooks may lead to this computer. */
export async function createWebhookWorld(patch: Partial<Config> = {}): Promise<WebhookWorld> {
  const world = await createMailWorld({ webhooksAllowPrivate: true, ...patch });
  const { app } = world;
  app.sender = { agent: receiverTrust, timeoutMs: 15_000 };
  return {
    ...world,
    async hook(owner, about = {}) {
      const receiver = await openReceiver();
      onTestFinished(() => receiver.close());
      const { webhook, secret } = await world.as(owner)(contract, { url: receiver.url, ...about });
      const events = () => receiver.received.map((one: Received) => verified(one, secret ?? ''));
      return { ...receiver, id: webhook.id, secret: secret ?? '', events };
    },
    async comment(...posted) {
      const comment = await createComment(...posted);
      const queued: { data: JobPayloads['announce_comment'] }[] = await app
        .db('pgboss.job')
        .where({ name: 'announce_comment' })
        .delete()
        .returning('data');
      await announce(
        app,
        queued.map(({ data }) => data),
      );
      return comment;
    },
    async attemptAt(now) {
      const due: { id: string; attempts: number }[] = await app
        .db('webhook_deliveries')
        .where({ status: 'pending' })
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .select('id', 'attempts');
      const signal = new AbortController().signal;
      const chance = { now: () => now, random: () => 0 };
      for (const { id, attempts } of due)
        await deliver(app, { deliveryId: id, attempt: attempts }, signal, chance);
      return due.length;
    },
  };
}
