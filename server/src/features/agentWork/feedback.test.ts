import { randomUUID } from 'node:crypto';
import { markStaged, sendThreads, takeThread, waitForFeedback } from '@stagelink/shared/contracts/agentWork';
import type { Reply } from '@stagelink/shared/contracts/endpoint';
import { reportPresence, updateComment } from '@stagelink/shared/contracts/comments';
import { AGENT_WAITS_MAX } from '@stagelink/shared/contracts/limits';
import { enterReview } from '@stagelink/shared/contracts/reviews';
import { deleteSnapshot, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { deleteToken, listTokens } from '@stagelink/shared/contracts/tokens';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { createComment } from '../../testing/comments.ts';
import { listen } from '../../testing/live.ts';
import { newBrowser, pendingReviewToken } from '../../testing/reviewer.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';
import { lockSnapshot } from '../snapshots/service.ts';
import { nextFeedback, START } from './feedbackRepo.ts';
import { send } from './record.ts';
import { returnSilent } from './service.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const newAgent = (name = 'Claude Code') => ({ id: randomUUID(), name });

async function scene() {
  const ada = await world.build.user({ name: 'Ada', isVerified: true });
  const id = await world.build.snapshot(ada);
  const call = world.as(ada);
  const comment = async (text = 'Too green') => (await createComment(call, id, text)).id;
  const sendOne = async (text?: string) => {
    const thread = await comment(text);
    await call(sendThreads, { id, threads: [thread] });
    return thread;
  };
  return { ada, id, call, comment, sendOne };
}

interface Question {
  agent?: ReturnType<typeof newAgent>;
  cursor?: string | null;
  limit?: number;
  snapshotId?: string;
}

/** Reads what there is for an agent, without waiting. */
async function read(person: Person, more: Question = {}) {
  const { feedback, cursor } = await world.as(person)(waitForFeedback, {
    agent: newAgent(),
    seconds: 0,
    ...more,
  });
  return { ids: feedback.map(({ thread }) => thread.comment.id), cursor };
}

/** Starts a call that waits, and returns when it does. */
async function waiting(person: Person, more: object = {}) {
  const before = world.app.waiters.size;
  const result = world.as(person)(waitForFeedback, { agent: newAgent(), seconds: 25, ...more });
  result.catch(() => undefined);
  await expect.poll(() => world.app.waiters.size).toBe(before + 1);
  return { result };
}

const silence = (thread: string) =>
  world.app
    .db('thread_work')
    .where({ comment_id: thread })
    .update({ taken_until: new Date(0) });

test('a thread sent while a call waits ends the call', async () => {
  const { ada, sendOne } = await scene();
  const { result } = await waiting(ada);
  const thread = await sendOne();
  const { feedback, isStopping } = await result;
  expect(feedback.map((each) => each.thread.comment.id)).toEqual([thread]);
  expect(isStopping).toBe(false);
});

test('other changes do not end it', async () => {
  const { ada, id, call, comment, sendOne } = await scene();
  const { result } = await waiting(ada);
  await call(updateSnapshot, { id, name: 'Renamed' });
  await call(updateComment, { id, commentId: await comment(), text: 'Changed' });
  const thread = await sendOne();
  expect((await result).feedback.map((each) => each.thread.comment.id)).toEqual([thread]);
});

test('a cursor passes each thread once, and the same cursor twice reads the same', async () => {
  const { ada, sendOne } = await scene();
  const [first, second] = [await sendOne('1'), await sendOne('2')];
  const one = await read(ada, { limit: 1 });
  expect(one.ids).toEqual([first]);
  for (const _ of [1, 2]) expect((await read(ada, { cursor: one.cursor })).ids).toEqual([second]);
  const two = await read(ada, { cursor: one.cursor });
  expect(await read(ada, { cursor: two.cursor })).toEqual({ ids: [], cursor: two.cursor });
});

test('a change that commits late is not passed by a cursor that another change moved on', async () => {
  const { ada, id, comment } = await scene();
  const [late, soon] = [await comment('late'), await comment('soon')];
  const other = await world.build.snapshot(ada);
  const { id: elsewhere } = await createComment(world.as(ada), other, 'on another snapshot');
  // One that is watching already: the first sight of an agent is published, which waits too.
  const agent = newAgent();
  await read(ada, { agent });
  const commit = Promise.withResolvers<void>();
  onTestFinished(() => commit.resolve());
  const numbered = Promise.withResolvers<void>();
  const slow = world.app.db.transaction(async (tx) => {
    await send(tx, await lockSnapshot(tx, id), [late], 'Ada');
    numbered.resolve();
    await commit.promise;
  });
  await numbered.promise;
  const call = world.as(ada);
  const others = [
    call(sendThreads, { id: other, threads: [elsewhere] }),
    call(sendThreads, { id, threads: [soon] }),
  ];
  // Both have to wait for the number of the first.
  const blocked = async () => {
    const { rows } = await world.app.db.raw<{ rows: unknown[] }>(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  await expect.poll(blocked).toBe(2);
  const before = await read(ada, { agent });
  expect(before).toEqual({ ids: [], cursor: null });
  commit.resolve();
  await Promise.all([slow, ...others]);

  const seen: string[] = [];
  let cursor: string | null = null;
  for (
    let page = await read(ada, { agent, limit: 1 });
    page.ids.length > 0;
    page = await read(ada, { agent, cursor, limit: 1 })
  ) {
    seen.push(...page.ids);
    ({ cursor } = page);
  }
  expect(seen[0]).toBe(late);
  expect(seen.sort()).toEqual([late, soon, elsewhere].sort());
});

test('of many threads sent at once on two snapshots none is lost or doubled', async () => {
  const { ada, id, call } = await scene();
  const other = await world.build.snapshot(ada);
  const create = async (at: number) => {
    const snapshot = at % 2 === 0 ? id : other;
    return { snapshot, thread: (await createComment(call, snapshot, `Nr. ${at}`)).id };
  };
  const all = await Promise.all(Array.from({ length: 30 }, (_, at) => create(at)));
  const sending = Promise.all(
    all.map(({ snapshot, thread }) => call(sendThreads, { id: snapshot, threads: [thread] })),
  );
  const seen: string[] = [];
  const agent = newAgent();
  let cursor: string | null = null;
  while (seen.length < all.length) {
    const page: Reply<typeof waitForFeedback> = await call(waitForFeedback, { agent, cursor, limit: 3 });
    seen.push(...page.feedback.map(({ thread }) => thread.comment.id));
    ({ cursor } = page);
  }
  await sending;
  expect(seen.sort()).toEqual(all.map(({ thread }) => thread).sort());
  expect((await read(ada, { agent, cursor })).ids).toEqual([]);
});

test('reads 10,000 threads in pages, each once', async () => {
  const { ada, id, call, comment } = await scene();
  const template = await comment();
  // A statement of a request may not take as long.
  await world.app.jobDb.raw(
    `insert into comments (id, snapshot_id, author_id, author_name, text, is_pending, version)
     select gen_random_uuid(), snapshot_id, author_id, author_name, text, false, 1
     from comments, generate_series(1, 9999) where id = ?`,
    [template],
  );
  expect(await call(sendThreads, { id, threads: 'open' })).toEqual({ sent: 10_000 });
  expect(await call(sendThreads, { id, threads: 'open' })).toEqual({ sent: 0 });
  const seen = new Set<string>();
  let after = START;
  for (;;) {
    const query = { ownerId: ada.id, agentId: randomUUID(), snapshotId: null, after, limit: 1000 };
    const page = await nextFeedback(world.app.db, query);
    for (const { commentId } of page) {
      expect(seen.has(commentId)).toBe(false);
      seen.add(commentId);
    }
    const last = page.at(-1);
    if (!last) break;
    after = last;
  }
  expect(seen.size).toBe(10_000);
  expect((await read(ada, { limit: 50 })).ids).toHaveLength(50);
});

test('a made-up cursor is refused, and one of a database that was restored starts again', async () => {
  const { ada, sendOne } = await scene();
  const thread = await sendOne();
  const ahead = Buffer.from(`900000.${randomUUID()}`).toString('base64url');
  expect((await read(ada, { cursor: ahead })).ids).toEqual([thread]);
  for (const cursor of ['x', Buffer.from('1.2').toString('base64url')])
    await expect(read(ada, { cursor })).rejects.toMatchObject({ code: 'invalid_input', field: 'cursor' });
});

test('a wait ends with a sentence when its token is deleted', async () => {
  const { ada } = await scene();
  const { result } = await waiting(await world.build.token(ada));
  const { pats } = await world.as(ada)(listTokens, {});
  await world.as(ada)(deleteToken, { id: pats[0]?.id ?? '' });
  await expect(result).rejects.toMatchObject({
    code: 'unauthenticated',
    message: 'This access was revoked while the agent waited. Sign in again.',
  });
});

test('a wait on a snapshot ends when that is deleted', async () => {
  const { ada, id, call } = await scene();
  const { result } = await waiting(ada, { snapshotId: id });
  await call(deleteSnapshot, { id });
  await expect(result).rejects.toMatchObject({ code: 'not_found' });
});

test('a server that stops ends all waits, and what follows is read with the same cursor', async () => {
  const stopping = await worldForTest();
  const ada = await stopping.build.user();
  const id = await stopping.build.snapshot(ada);
  const { id: thread } = await createComment(stopping.as(ada), id, 'x');
  await stopping.as(ada)(sendThreads, { id, threads: [thread] });
  const agent = newAgent();
  const { cursor } = await stopping.as(ada)(waitForFeedback, { agent, seconds: 0 });
  const result = stopping.as(ada)(waitForFeedback, { agent, cursor });
  await expect.poll(() => stopping.app.waiters.size).toBe(1);
  stopping.app.waiters.stop();
  expect(await result).toEqual({ feedback: [], cursor, isStopping: true });
});

test('a client that disconnects leaves no wait behind', async () => {
  const { ada } = await scene();
  const before = world.app.waiters.size;
  const closing = new AbortController();
  const request = fetch(`http://127.0.0.1:${world.port}/api/agent/feedback`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ada.secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ agent: newAgent() }),
    signal: closing.signal,
  });
  await expect.poll(() => world.app.waiters.size).toBe(before + 1);
  closing.abort();
  await expect(request).rejects.toThrow(/abort/);
  await expect.poll(() => world.app.waiters.size).toBe(before);
});

test(`an account has at most ${AGENT_WAITS_MAX} waits on a server`, async () => {
  const { ada, sendOne } = await scene();
  const call = world.as(ada);
  const all = Array.from({ length: AGENT_WAITS_MAX }, () => call(waitForFeedback, { agent: newAgent() }));
  await expect.poll(() => world.app.waiters.count(ada.id)).toBe(AGENT_WAITS_MAX);
  await expect(read(ada)).rejects.toMatchObject({ code: 'rate_limited' });
  await sendOne();
  for (const { feedback } of await Promise.all(all)) expect(feedback).toHaveLength(1);
});

test('an agent that waits is shown as watching, and is gone when it waits no more', async () => {
  const { ada, id, call } = await scene();
  const other = await world.build.snapshot(ada);
  await read(ada, { agent: newAgent('Claude Code'), snapshotId: id });
  await read(ada, { agent: newAgent('Cursor') });
  const agentsOn = async (snapshot: string) =>
    (await world.as(null)(reportPresence, { id: snapshot, windowId: randomUUID() })).agents;
  expect(await agentsOn(id)).toEqual([{ name: 'Claude Code' }, { name: 'Cursor' }]);
  expect(await agentsOn(other)).toEqual([{ name: 'Cursor' }]);
  await world.app.db('agent_watches').update({ seen_at: new Date(0) });
  expect(await agentsOn(id)).toEqual([]);
  await call(deleteSnapshot, { id: other });
});

test('windows of a snapshot learn at once of an agent that watches all of them', async () => {
  const { ada, id } = await scene();
  await world.as(null)(reportPresence, { id, windowId: randomUUID() });
  const window = listen(world, `?snapshotId=${id}`);
  expect(await window.next()).toMatchObject({ type: 'connected' });
  await read(ada);
  expect(await window.next()).toMatchObject({ type: 'agents_changed' });
});

test('what one agent took, others do not receive, until it is silent for too long', async () => {
  const { ada, id, call, sendOne } = await scene();
  const thread = await sendOne();
  const [first, second] = [newAgent(), newAgent('Cursor')];
  await call(takeThread, { id: thread, agent: first });
  const { ids, cursor } = await read(ada, { agent: second });
  expect(ids).toEqual([]);
  expect(await returnSilent(world.app)).toBe(0);

  const { result } = await waiting(ada, { agent: second, cursor });
  await silence(thread);
  expect(await returnSilent(world.app)).toBe(1);
  expect((await result).feedback).toMatchObject([
    { thread: { comment: { id: thread, work: { state: 'sent', isTaken: false } } } },
  ]);
  expect(await returnSilent(world.app)).toBe(0);
  await call(takeThread, { id: thread, agent: second });
  await expect(call(takeThread, { id: thread, agent: first })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Another session of Cursor has this thread. Take another one.',
  });
  const marked = await call(markStaged, { id, version: 1, agent: first, threads: [thread] });
  expect(marked).toMatchObject({ staged: [], refused: [{ thread }] });
});

test('a restarted agent that kept its id gets what it was working on', async () => {
  const { ada, call, sendOne } = await scene();
  const thread = await sendOne();
  const agent = newAgent();
  await call(takeThread, { id: thread, agent });
  expect((await read(ada, { agent })).ids).toEqual([thread]);
  expect((await read(ada, { agent: newAgent() })).ids).toEqual([]);
});

test('a sign of life keeps what an agent took', async () => {
  const { ada, call, sendOne } = await scene();
  const thread = await sendOne();
  const agent = newAgent();
  await call(takeThread, { id: thread, agent });
  const soon = new Date(Date.now() + 60_000);
  await world.app.db('thread_work').where({ comment_id: thread }).update({ taken_until: soon });
  await read(ada, { agent });
  const row = (await world.app.db('thread_work').where({ comment_id: thread }).first('taken_until')) as {
    taken_until: Date;
  };
  expect(row.taken_until.getTime()).toBeGreaterThan(soon.getTime() + 60_000);
});

test('of agents that take a thread at once one has it', async () => {
  const { call, sendOne } = await scene();
  const thread = await sendOne();
  const agents = Array.from({ length: 8 }, (_, at) => newAgent(`Agent ${at}`));
  const results = await Promise.allSettled(agents.map((agent) => call(takeThread, { id: thread, agent })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('the owner chooses whose new threads reach agents without being sent', async () => {
  const { ada, id, call } = await scene();
  const bob = await world.build.user({ isVerified: true });
  const eve = await world.build.user({ isVerified: false });
  const reviewer = newBrowser(world);
  const reviewId = await world.build.review(id);
  await reviewer.call(enterReview, { token: await pendingReviewToken(world, reviewId) });
  const writers = {
    owner: call,
    verified: world.as(bob),
    unverified: world.as(eve),
    reviewer: reviewer.call,
    visitor: world.as(null),
  };
  const reached = async (agentFeedback: 'sent' | 'members' | 'reviewers') => {
    await call(updateSnapshot, { id, agentFeedback });
    const { cursor } = await read(ada, { limit: 50 });
    const names = new Map<string, string>();
    for (const [name, write] of Object.entries(writers))
      names.set((await createComment(write, id, name)).id, name);
    const { ids } = await read(ada, { cursor, limit: 50 });
    return ids.map((each) => names.get(each));
  };
  expect(await reached('sent')).toEqual([]);
  expect(await reached('members')).toEqual(['owner', 'verified']);
  expect(await reached('reviewers')).toEqual(['owner', 'verified', 'reviewer']);
});

test('only open threads of the snapshot can be sent', async () => {
  const { id, call, comment } = await scene();
  const [resolved, open] = [await comment(), await comment()];
  await call(updateComment, { id, commentId: resolved, state: 'resolved' });
  const { id: reply } = await createComment(call, id, { text: 'x', parentId: open });
  const other = await scene();
  const elsewhere = await other.comment();
  for (const thread of [resolved, reply, elsewhere, randomUUID()]) {
    const refused = call(sendThreads, { id, threads: [open, thread] });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input', field: 'threads' });
  }
  expect(await world.app.db('thread_work').where({ snapshot_id: id })).toEqual([]);
  expect(await call(sendThreads, { id, threads: 'open' })).toEqual({ sent: 1 });
});
