import { randomUUID } from 'node:crypto';
import {
  confirmThread,
  decideWork,
  markStaged,
  proposePlan,
  sendThreads,
  takeThread,
  waitForFeedback,
} from '@stagelink/shared/contracts/agentWork';
import type { Call } from '@stagelink/shared/client/call';
import { readThread, updateComment } from '@stagelink/shared/contracts/comments';
import { enterReview } from '@stagelink/shared/contracts/reviews';
import { getSnapshot, updateSnapshot, viewSnapshot } from '@stagelink/shared/contracts/snapshots';
import { getThread } from '@stagelink/shared/contracts/threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createComment } from '../../testing/comments.ts';
import { locatorOf } from '../../testing/locators.ts';
import { newBrowser, pendingReviewToken } from '../../testing/reviewer.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const agent = { id: randomUUID(), name: 'Claude Code' };

async function scene() {
  const ada = await world.build.user({ name: 'Ada', isVerified: true });
  const id = await world.build.snapshot(ada);
  const call = world.as(ada);
  const sentBy = async (writer: Call) => {
    const { id: thread } = await createComment(writer, id, {
      text: 'Too green',
      locator: locatorOf('#save'),
    });
    await call(sendThreads, { id, threads: [thread] });
    return thread;
  };
  const stagedFor = async (writer: Call) => {
    const thread = await sentBy(writer);
    await call(markStaged, { id, version: 1, agent, threads: [thread] });
    return thread;
  };
  const feedback = async (cursor: string | null = null) =>
    (await call(waitForFeedback, { agent, cursor, seconds: 0 })).feedback;
  const workOf = async (thread: string) => (await call(getThread, { id: thread })).thread.comment.work;
  return { ada, id, call, sentBy, stagedFor, feedback, workOf };
}

describe('a proposal', () => {
  const plan = (thread: string) => ({
    text: 'Replace the green with teal',
    marks: [{ thread, label: 'becomes teal' }],
  });

  test('is seen by everyone, and its agent works once it is accepted', async () => {
    const { id, call, sentBy, feedback } = await scene();
    const thread = await sentBy(world.as(null));
    const [sent] = await feedback();
    await call(proposePlan, { id: thread, agent, plan: plan(thread) });
    const { comments } = await world.as(null)(readThread, { id, commentId: thread });
    expect(comments[0]?.work).toMatchObject({
      state: 'proposed',
      sentBy: 'Ada',
      agentName: 'Claude Code',
      isTaken: true,
      plan: plan(thread),
    });
    const other = { id: randomUUID(), name: 'Cursor' };
    const conflict = { code: 'conflict' };
    await expect(call(takeThread, { id: thread, agent: other })).rejects.toMatchObject(conflict);
    await expect(call(takeThread, { id: thread, agent })).rejects.toMatchObject(conflict);
    const second = call(proposePlan, { id: thread, agent: other, plan: plan(thread) });
    await expect(second).rejects.toMatchObject(conflict);
    expect(await feedback(sent?.cursor)).toEqual([]);

    await call(decideWork, { id: thread, decision: 'accept' });
    expect(await feedback(sent?.cursor)).toMatchObject([
      { thread: { comment: { id: thread, work: { state: 'accepted' } } } },
    ]);
    const { thread: taken } = await call(takeThread, { id: thread, agent });
    expect(taken.comment.work).toMatchObject({ state: 'inProgress', plan: plan(thread) });
  });

  test('is corrected with words that its agent receives', async () => {
    const { call, sentBy, feedback } = await scene();
    const thread = await sentBy(call);
    const [sent] = await feedback();
    await call(proposePlan, { id: thread, agent, plan: plan(thread) });
    await expect(call(decideWork, { id: thread, decision: 'correct' })).rejects.toMatchObject({
      field: 'text',
    });
    await call(decideWork, { id: thread, decision: 'correct', text: 'Only the header.' });
    expect(await feedback(sent?.cursor)).toMatchObject([
      { thread: { comment: { work: { state: 'sent' } }, replies: [{ text: 'Only the header.' }] } },
    ]);
  });

  test('is rejected: its agent learns it, others do not receive the thread', async () => {
    const { call, sentBy, feedback } = await scene();
    const thread = await sentBy(call);
    const [sent] = await feedback();
    await call(proposePlan, { id: thread, agent, plan: plan(thread) });
    await call(decideWork, { id: thread, decision: 'withdraw', text: 'Leave it.' });
    expect(await feedback(sent?.cursor)).toMatchObject([
      { thread: { comment: { work: { state: 'back' } } } },
    ]);
    expect(await feedback()).toEqual([]);
    await expect(call(takeThread, { id: thread, agent })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('that a repeated decision does not fit writes no words', async () => {
    const { call, sentBy } = await scene();
    const thread = await sentBy(call);
    const late = call(decideWork, { id: thread, decision: 'correct', text: 'Late words' });
    await expect(late).rejects.toMatchObject({ code: 'conflict' });
    expect((await call(getThread, { id: thread })).thread.replies).toEqual([]);
  });

  test('has plain texts, at most ten marks, and elements of its own snapshot', async () => {
    const { call, sentBy, workOf } = await scene();
    const thread = await sentBy(call);
    const other = await scene();
    const elsewhere = await other.sentBy(other.call);
    const unpinned = (await createComment(call, (await scene()).id, 'x')).id;
    const mark = { thread, label: 'x' };
    const plans = [
      { text: '<b>Teal</b>' },
      { text: '' },
      { text: 'x'.repeat(301) },
      { text: 'two\nlines' },
      { text: 'x', marks: Array.from({ length: 11 }, () => mark) },
      { text: 'x', marks: Array.from({ length: 10_000 }, () => mark) },
      { text: 'x', marks: [{ thread, label: 'x'.repeat(81) }] },
      { text: 'x', marks: [{ thread, label: '<img src=x onerror=alert(1)>' }] },
      { text: 'x', marks: [{ thread: elsewhere, label: 'x' }] },
      { text: 'x', marks: [{ thread: unpinned, label: 'x' }] },
      { text: 'x', marks: [{ thread: randomUUID(), label: 'x' }] },
      // No page tree is kept with this pin.
      { text: 'x', marks: [{ thread, node: 1, label: 'x' }] },
    ];
    for (const refused of plans)
      await expect(call(proposePlan, { id: thread, agent, plan: refused })).rejects.toMatchObject({
        code: 'invalid_input',
      });
    expect(await workOf(thread)).toMatchObject({ state: 'sent', plan: null });
  });
});

describe('what was staged', () => {
  test.each(['visitor', 'reviewer', 'account', 'owner'] as const)(
    'is confirmed by its author, a %s, and by no one else',
    async (kind) => {
      const { id, call, stagedFor, workOf } = await scene();
      const reviewer = newBrowser(world);
      const token = await pendingReviewToken(world, await world.build.review(id));
      await reviewer.call(enterReview, { token });
      const writers = {
        visitor: newBrowser(world).call,
        reviewer: reviewer.call,
        account: world.as(await world.build.user()),
        owner: call,
      };
      const author = writers[kind];
      const thread = await stagedFor(author);
      const input = { id, commentId: thread, isConfirmed: true };
      const others = [...Object.values(writers).filter((each) => each !== author), newBrowser(world).call];
      for (const other of others) {
        const { comments } = await other(readThread, { id, commentId: thread });
        expect(comments[0]?.can.confirm).toBe(false);
        await expect(other(confirmThread, input)).rejects.toMatchObject({ code: 'forbidden' });
      }
      const { comments } = await author(readThread, { id, commentId: thread });
      expect(comments[0]?.can.confirm).toBe(true);
      expect(await workOf(thread)).toMatchObject({ state: 'staged', version: 1 });
      const { comment } = await author(confirmThread, input);
      expect(comment.work?.state).toBe('confirmed');
      expect(comment.can.confirm).toBe(false);
      // A repeated request, as after a lost reply.
      expect((await author(confirmThread, input)).comment.work?.state).toBe('confirmed');
    },
  );

  test('“not yet” of a visitor comes back with words, and reaches agents when the owner sends it', async () => {
    const { id, call, stagedFor, feedback, workOf } = await scene();
    const visitor = newBrowser(world).call;
    const thread = await stagedFor(visitor);
    const notYet = { id, commentId: thread, isConfirmed: false };
    await expect(visitor(confirmThread, notYet)).rejects.toMatchObject({ field: 'text' });
    await visitor(confirmThread, { ...notYet, text: 'Still green' });
    expect(await workOf(thread)).toMatchObject({ state: 'back' });
    expect(await feedback()).toEqual([]);
    const again = visitor(confirmThread, { ...notYet, text: 'Still green' });
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
    await call(sendThreads, { id, threads: [thread] });
    expect(await feedback()).toMatchObject([
      { thread: { comment: { id: thread, work: { state: 'sent' } }, replies: [{ text: 'Still green' }] } },
    ]);
  });

  test('“not yet” reaches agents at once from those whose comments do', async () => {
    const { id, call, stagedFor, feedback } = await scene();
    const own = await stagedFor(call);
    await call(confirmThread, { id, commentId: own, isConfirmed: false, text: 'Still green' });
    expect((await feedback()).map(({ thread }) => thread.comment.id)).toEqual([own]);

    await call(updateSnapshot, { id, agentFeedback: 'members' });
    const bob = world.as(await world.build.user({ isVerified: true }));
    const [last] = await feedback();
    const theirs = (await createComment(bob, id, 'Too blue')).id;
    await call(markStaged, { id, version: 1, agent, threads: [theirs] });
    await bob(confirmThread, { id, commentId: theirs, isConfirmed: false, text: 'Still blue' });
    expect((await feedback(last?.cursor)).map(({ thread }) => thread.comment.id)).toEqual([theirs]);
  });

  test('is marked for a published version only, each thread on its own', async () => {
    const { id, call, sentBy } = await scene();
    const sent = await sentBy(call);
    const { id: unsent } = await createComment(call, id, 'Not sent');
    const missing = randomUUID();
    await expect(call(markStaged, { id, version: 2, agent, threads: [sent] })).rejects.toMatchObject({
      field: 'version',
    });
    expect(await call(markStaged, { id, version: 1, agent, threads: [sent, unsent, missing] })).toEqual({
      staged: [sent],
      refused: [
        { thread: unsent, why: 'This thread was not sent to an agent. Its owner can send it.' },
        { thread: missing, why: 'That thread could not be found.' },
      ],
    });
  });
});

test('the dashboard counts open threads with agents, and those that wait for their authors', async () => {
  const { id, call, sentBy, stagedFor } = await scene();
  const countNow = async () => (await call(getSnapshot, { id })).snapshot.agentWork;
  expect(await countNow()).toEqual({ withAgent: 0, toConfirm: 0 });
  const sent = await sentBy(call);
  await sentBy(world.as(null));
  const staged = await stagedFor(call);
  expect(await countNow()).toEqual({ withAgent: 2, toConfirm: 1 });
  await call(confirmThread, { id, commentId: staged, isConfirmed: true });
  await call(updateComment, { id, commentId: sent, state: 'resolved' });
  expect(await countNow()).toEqual({ withAgent: 1, toConfirm: 0 });
});

test('only the owner reads what reaches agents', async () => {
  const { id, call } = await scene();
  await call(updateSnapshot, { id, agentFeedback: 'members' });
  expect((await call(viewSnapshot, { id })).snapshot.agentFeedback).toBe('members');
  expect((await world.as(null)(viewSnapshot, { id })).snapshot.agentFeedback).toBeUndefined();
});
