import { updateComment } from '@stagelink/shared/contracts/comments';
import { WEBHOOK_BODY_BYTES } from '@stagelink/shared/contracts/limits';
import { createProject } from '@stagelink/shared/contracts/projects';
import { closeReview, requestReview, submitReview } from '@stagelink/shared/contracts/reviews';
import { deleteSnapshot, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { startBulkChange } from '@stagelink/shared/contracts/bulkChanges';
import { publishVersion } from '@stagelink/shared/contracts/versions';
import { WEBHOOK_EVENTS, WebhookEvent } from '@stagelink/shared/contracts/webhooks';
import { sampleEvent } from '@stagelink/shared/domain/webhookSamples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { announceOverdue } from '../reviews/webhooks.ts';
import { warnOfExpiry } from '../snapshots/expiry.ts';
import { announceExpired } from '../snapshots/webhooks.ts';
import type { Person } from '../../testing/builders.ts';
import { locatorOf } from '../../testing/locators.ts';
import { stage } from '../../testing/stage.ts';
import { removeOrphans } from './repo.ts';
import { createWebhookWorld, type Hooked, type WebhookWorld } from '../../testing/webhookWorld.ts';

let world: WebhookWorld;
beforeAll(async () => {
  world = await createWebhookWorld();
});
afterAll(() => world.close());

const DAY_MS = 86_400_000;
const owner = () => world.build.user({ name: 'Ada', isVerified: true });

async function typesOf({ events }: Hooked): Promise<string[]> {
  await world.drainJobs();
  return events().map(({ type }) => type);
}

describe('threads', () => {
  test('are announced when they begin, are answered, resolved and opened again', async () => {
    const ada = await owner();
    const id = await world.build.snapshot(ada);
    const hooked = await world.hook(ada);
    const call = world.as(ada);
    const context = {
      route: '/checkout?step=2',
      title: '',
      viewport: { width: 800, height: 600 },
      browser: '',
      elementName: 'button “Buy now”',
      elementHtml: '<button>',
      page: null,
    };
    const visitor = await world.comment(world.as(null), id, {
      text: 'Two **pixels** too low',
      authorName: 'Sam',
      locator: locatorOf('#buy'),
      context,
    });
    const parentId = visitor.id;
    const reply = await world.comment(call, id, { text: 'Done', parentId });
    await call(updateComment, { id, commentId: parentId, state: 'resolved' });
    await call(updateComment, { id, commentId: parentId, state: 'published' });
    await call(updateComment, { id, commentId: parentId, state: 'resolved' });
    await world.comment(call, id, { text: 'Not quite', parentId });

    expect(await typesOf(hooked)).toEqual([
      'comment.created',
      'comment.replied',
      'comment.resolved',
      'comment.reopened',
      'comment.resolved',
      'comment.replied',
      'comment.reopened',
    ]);
    const thread = {
      id: parentId,
      url: `${world.app.config.appUrl}/s/${id}#thread=${parentId}`,
      route: '/checkout?step=2',
      element: 'button “Buy now”',
      excerpt: 'Two pixels too low',
    };
    expect(hooked.events().slice(0, 3)).toMatchObject([
      { data: { thread, author: { name: 'Sam', kind: 'visitor' } } },
      { data: { thread, author: { name: 'Ada', kind: 'owner' }, reply: { id: reply.id, excerpt: 'Done' } } },
      { data: { thread, author: { name: 'Ada', kind: 'owner' } } },
    ]);
  });

  test('that need approval are announced once they have it', async () => {
    const ada = await owner();
    const id = await world.build.snapshot(ada);
    await world.as(ada)(updateSnapshot, { id, commentPolicy: 'approval' });
    const hooked = await world.hook(ada);
    const { id: commentId } = await world.comment(world.as(null), id, 'Nice');
    expect(await typesOf(hooked)).toEqual([]);
    await world.as(ada)(updateComment, { id, commentId, isPending: false });
    expect(await typesOf(hooked)).toEqual(['comment.created']);
  });

  test('have no excerpts where these are switched off', async () => {
    const ada = await owner();
    const id = await world.build.snapshot(ada);
    const hooked = await world.hook(ada, { hasExcerpt: false });
    const { id: parentId } = await world.comment(world.as(ada), id, 'A first secret');
    await world.comment(world.as(ada), id, { text: 'A second secret', parentId });
    await world.drainJobs();
    expect(hooked.received).toHaveLength(2);
    expect(hooked.received.map(({ body }) => body).join()).not.toContain('secret');
    expect(hooked.events()).toMatchObject([
      { data: { thread: { excerpt: null } } },
      { data: { reply: { excerpt: null } } },
    ]);
  });

  test('reach no receiver if the change is undone', async () => {
    const ada = await owner();
    const id = await world.build.snapshot(ada);
    const hooked = await world.hook(ada);
    await expect(
      world.comment(world.as(ada), id, { text: 'x', parentId: '01a1fc52-64f5-73b0-bc5f-d32a229ec864' }),
    ).rejects.toMatchObject({ status: 404 });
    expect(await typesOf(hooked)).toEqual([]);
  });
});

describe('snapshots', () => {
  const page = () => ({ 'index.html': `<h1>${crypto.randomUUID()}</h1>` });

  test('are announced with each version that becomes live', async () => {
    const ada = await owner();
    const hooked = await world.hook(ada);
    const { snapshot } = await stage(world, ada, page(), { name: 'Boat shed' });
    expect(await typesOf(hooked)).toEqual(['snapshot.staged']);
    expect(hooked.events()).toMatchObject([{ data: { snapshot: { name: 'Boat shed', version: 1 } } }]);
    await stage(world, ada, page(), { snapshotId: snapshot.id });
    expect(await typesOf(hooked)).toEqual(['snapshot.staged', 'snapshot.staged']);
    // Back to a version that was live before.
    await world.as(ada)(publishVersion, { id: snapshot.id, version: 1 });
    expect(await typesOf(hooked)).toHaveLength(2);
  });

  test('are announced before they expire, when they have, and when they are deleted', async () => {
    const ada = await owner();
    const hooked = await world.hook(ada);
    const id = await world.build.snapshot(ada, { daysLeft: 1 });
    await world.app
      .db('snapshots')
      .where({ id })
      .update({ created_at: new Date(Date.now() - 9 * DAY_MS) });
    await warnOfExpiry(world.app);
    expect(await typesOf(hooked)).toEqual(['snapshot.expiring']);
    await announceExpired(world.app, new Date());
    expect(await typesOf(hooked)).toHaveLength(1);
    const later = new Date(Date.now() + 2 * DAY_MS);
    await announceExpired(world.app, later);
    await announceExpired(world.app, later);
    expect(await typesOf(hooked)).toEqual(['snapshot.expiring', 'snapshot.expired']);
    await world.as(ada)(deleteSnapshot, { id });
    expect(await typesOf(hooked)).toEqual(['snapshot.expiring', 'snapshot.expired', 'snapshot.deleted']);
  });

  test('that had expired before the webhook was made are not announced', async () => {
    const ada = await owner();
    await world.build.snapshot(ada, { daysLeft: -1 });
    const hooked = await world.hook(ada);
    await announceExpired(world.app, new Date());
    expect(await typesOf(hooked)).toEqual([]);
  });

  test('that are deleted together are announced one by one', async () => {
    const ada = await owner();
    const ids = [await world.build.snapshot(ada), await world.build.snapshot(ada)];
    const hooked = await world.hook(ada);
    await world.as(ada)(startBulkChange, { snapshots: { ids }, action: { type: 'delete' } });
    expect(await typesOf(hooked)).toEqual(['snapshot.deleted', 'snapshot.deleted']);
    expect(
      hooked
        .events()
        .map(({ data }) => data.snapshot.id)
        .sort(),
    ).toEqual(ids.sort());
  });
});

describe('reviews', () => {
  test('are announced when they are requested, decided and completed', async () => {
    const [ada, bob] = [await owner(), await world.build.user({ name: 'Bob', isVerified: true })];
    const id = await world.build.snapshot(ada);
    const hooked = await world.hook(ada);
    const { review } = await world.as(ada)(requestReview, {
      id,
      reviewers: [{ userName: 'Bob', userEmail: bob.email }],
      notes: 'Please',
    });
    await world.as(bob)(submitReview, { id: review.id, status: 'approved', feedback: 'Good to go' });
    expect(await typesOf(hooked)).toEqual(['review.requested', 'review.decided', 'review.completed']);
    expect(hooked.events()).toMatchObject([
      { data: { review: { id: review.id, reviewers: 1, approved: 0, deadline: null } } },
      { data: { decision: { reviewer: 'Bob', decision: 'approved', excerpt: 'Good to go' } } },
      { data: { review: { reviewers: 1, approved: 1, changesRequested: 0 } } },
    ]);
    expect(hooked.received.map(({ body }) => body).join()).not.toContain(bob.email);
  });

  test('are announced when they are closed, and once when they are overdue', async () => {
    const ada = await owner();
    const hooked = await world.hook(ada);
    const deadline = new Date(Date.now() + DAY_MS);
    const about = { reviewers: 2, answered: 1, deadline };
    const reviewId = await world.build.review(await world.build.snapshot(ada), about);
    const later = new Date(deadline.getTime() + 1000);
    await announceOverdue(world.app, new Date());
    expect(await typesOf(hooked)).toEqual([]);
    await world.app
      .db('reviews')
      .where({ id: reviewId })
      .update({ deadline: new Date(Date.now() - 1000) });
    await world.app
      .db('webhooks')
      .where({ id: hooked.id })
      .update({ created_at: new Date(Date.now() - DAY_MS) });
    await announceOverdue(world.app, later);
    await announceOverdue(world.app, later);
    expect(await typesOf(hooked)).toEqual(['review.overdue']);
    await world.as(ada)(closeReview, { id: reviewId });
    expect(await typesOf(hooked)).toEqual(['review.overdue', 'review.completed']);
  });
});

describe('a webhook', () => {
  const write = (ada: Person, id: string) => world.comment(world.as(ada), id, 'Hello');

  test('gets the events it asks for, of the snapshots it is for', async () => {
    const [ada, eve] = [await owner(), await owner()];
    const { project } = await world.as(ada)(createProject, { name: 'Boats' });
    const inside = await world.build.snapshot(ada, { projectId: project.id });
    const outside = await world.build.snapshot(ada);
    const others = await world.build.snapshot(eve);
    const ofAll = await world.hook(ada);
    const ofProject = await world.hook(ada, { scope: { kind: 'project', id: project.id } });
    const ofSnapshot = await world.hook(ada, { scope: { kind: 'snapshot', id: outside } });
    const ofReviews = await world.hook(ada, { events: ['review.requested'] });
    for (const id of [inside, outside]) await write(ada, id);
    await write(eve, others);
    await world.drainJobs();
    const idsOf = ({ events }: Hooked) => events().map(({ data }) => data.snapshot.id);
    expect([ofAll, ofProject, ofSnapshot, ofReviews].map(idsOf)).toEqual([
      [inside, outside],
      [inside],
      [outside],
      [],
    ]);
  });

  test('for one snapshot learns of its deletion, and goes after it', async () => {
    const ada = await owner();
    const id = await world.build.snapshot(ada);
    const hooked = await world.hook(ada, { scope: { kind: 'snapshot', id } });
    await world.as(ada)(deleteSnapshot, { id });
    // Nothing of another snapshot reaches it.
    await write(ada, await world.build.snapshot(ada));
    expect(await typesOf(hooked)).toEqual(['snapshot.deleted']);
    expect(await removeOrphans(world.app.db)).toBe(1);
  });
});

test.each(WEBHOOK_EVENTS)('the sample of %s is a valid event', (type) => {
  const sample = sampleEvent(type, 'https://stagelink.example', new Date());
  expect(WebhookEvent.parse(sample)).toEqual(sample);
});

test('the largest event is not too large', async () => {
  const ada = await world.build.user({ name: '“😀'.repeat(40), isVerified: true });
  const id = await world.build.snapshot(ada, { name: '\\"'.repeat(60) });
  const hooked = await world.hook(ada);
  const wide = '😀"\\'.repeat(2000);
  const context = {
    route: `/${'"'.repeat(1900)}`,
    title: '',
    viewport: { width: 1, height: 1 },
    browser: '',
    elementName: '"'.repeat(100),
    elementHtml: '',
    page: null,
  };
  const { id: parentId } = await world.comment(world.as(ada), id, { text: wide.slice(0, 5000), context });
  await world.comment(world.as(ada), id, { text: wide.slice(0, 5000), parentId });
  await world.drainJobs();
  const sizes = hooked.received.map(({ body }) => Buffer.byteLength(body));
  expect(sizes).toHaveLength(2);
  expect(Math.max(...sizes)).toBeLessThan(WEBHOOK_BODY_BYTES);
});
