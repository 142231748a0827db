import type { WebhookEvent, WebhookEventType } from '../contracts/webhooks.ts';

const SNAPSHOT_ID = 'boatshed2026boatshed';
const THREAD_ID = '01a1fc52-64f5-73b0-bc5f-d32a229ec864';

/** Returns a made-up event, for the documentation and for trying a webhook. */
export function sampleEvent(type: WebhookEventType, appUrl: string, now: Date): WebhookEvent {
  const url = `${appUrl}/s/${SNAPSHOT_ID}`;
  const snapshot = { id: SNAPSHOT_ID, name: 'Boat shed', url, version: 4 };
  const timestamp = now.toISOString();
  const expiresAt = new Date(now.getTime() + 172_800_000).toISOString();
  const thread = {
    id: THREAD_ID,
    url: `${url}#thread=${THREAD_ID}`,
    route: '/checkout',
    element: 'button “Buy now”',
    excerpt: 'Two pixels too low.',
  };
  const author = { name: 'Ada', kind: 'visitor' } as const;
  const review = {
    id: '01a1fc52-64f5-73b0-bc5f-d32a229ec865',
    url: `${url}#panel=reviews`,
    deadline: expiresAt,
    reviewers: 2,
    approved: 1,
    changesRequested: 0,
  };
  switch (type) {
    case 'snapshot.staged':
    case 'snapshot.deleted':
      return { type, timestamp, data: { snapshot } };
    case 'snapshot.expiring':
    case 'snapshot.expired':
      return { type, timestamp, data: { snapshot, expiresAt } };
    case 'comment.replied': {
      const reply = { id: '01a1fc52-64f5-73b0-bc5f-d32a229ec866', excerpt: 'Done, please look again.' };
      return { type, timestamp, data: { snapshot, thread, author, reply } };
    }
    case 'comment.created':
    case 'comment.resolved':
    case 'comment.reopened':
      return { type, timestamp, data: { snapshot, thread, author } };
    case 'review.decided': {
      const decision = { reviewer: 'Sam', decision: 'approved', excerpt: 'Good to go.' } as const;
      return { type, timestamp, data: { snapshot, review, decision } };
    }
    case 'review.requested':
    case 'review.completed':
    case 'review.overdue':
      return { type, timestamp, data: { snapshot, review } };
  }
}
