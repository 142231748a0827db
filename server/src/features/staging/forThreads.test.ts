import { randomUUID } from 'node:crypto';
import { confirmThread, markStaged, sendThreads, takeThread } from '@stagelink/shared/contracts/agentWork';
import { deleteComment, updateComment } from '@stagelink/shared/contracts/comments';
import { listNotifications } from '@stagelink/shared/contracts/notifications';
import { getSnapshot } from '@stagelink/shared/contracts/snapshots';
import {
  createSnapshot,
  finalizeUpload,
  type Publish,
  sendBlobs,
  uploadSnapshot,
} from '@stagelink/shared/contracts/staging';
import { getThread } from '@stagelink/shared/contracts/threads';
import { discardVersion, publishVersion } from '@stagelink/shared/contracts/versions';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { createComment } from '../../testing/comments.ts';
import { asForm, asZip, blobZip, type Files, manifestOf, sha256Of } from '../../testing/stage.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const newAgent = () => ({ id: randomUUID(), name: 'Claude Code' });
const page = (text: string): Files => ({ 'index.html': `<h1>${text}</h1>` });

async function scene() {
  const ada = await world.build.user({ name: 'Ada', isVerified: true });
  const gus = await world.build.user({ name: 'Gus', isVerified: true });
  const id = await world.build.snapshot(ada);
  const call = world.as(ada);
  const agent = newAgent();
  const comment = async () => (await createComment(world.as(gus), id, 'Too green')).id;
  /** A thread that the agent has taken. */
  const taken = async () => {
    const thread = await comment();
    await call(sendThreads, { id, threads: [thread] });
    await call(takeThread, { id: thread, agent });
    return thread;
  };
  const workOf = async (thread: string) => (await call(getThread, { id: thread })).thread.comment.work;
  const versionNow = async () => (await call(getSnapshot, { id })).snapshot.version;
  const askedGus = async () =>
    (await world.as(gus)(listNotifications, {})).notifications.filter(({ title }) =>
      title.includes('was staged for your comment'),
    ).length;
  return { ada, gus, id, call, agent, comment, taken, workOf, versionNow, askedGus };
}

/** Creates an upload of these files and sends them. */
async function offer(person: Person, snapshotId: string, files: Files, about: object = {}): Promise<string> {
  const call = world.as(person);
  const wanted = { source: { client: 'cli' } as const, snapshotId, files: manifestOf(files), ...about };
  const { uploadId, missing } = await call(createSnapshot, wanted);
  if (missing.length > 0) await call(sendBlobs, { uploadId }, asZip(blobZip(Object.values(files))));
  return uploadId;
}

type StagedFor = { agent: ReturnType<typeof newAgent>; threads: string[] };

/** Stages for threads as our clients do. */
const stageFor = async (
  person: Person,
  snapshotId: string,
  files: Files,
  stagedFor: StagedFor,
  publish: Publish = 'yes',
) =>
  world.as(person)(finalizeUpload, {
    uploadId: await offer(person, snapshotId, files),
    publish,
    stagedFor,
  });

test('finalizing marks the threads that the version is for, once', async () => {
  const { ada, id, call, agent, taken, workOf, askedGus } = await scene();
  const [first, second] = [await taken(), await taken()];
  const uploadId = await offer(ada, id, page('two'));
  const threads = [first, second];
  const marked = { staged: threads, refused: [] };
  const finalize = () => call(finalizeUpload, { uploadId, stagedFor: { agent, threads } });
  expect(await finalize()).toMatchObject({ version: 2, threads: marked });
  const work = await workOf(first);
  expect(work).toMatchObject({ state: 'staged', version: 2, isTaken: false, agentName: 'Claude Code' });

  expect(await finalize()).toMatchObject({ version: 2, threads: marked });
  expect(await call(markStaged, { id, version: 2, agent, threads })).toEqual(marked);
  expect(await workOf(first)).toEqual(work);
  expect(await askedGus()).toBe(2);
});

test('without threads nothing is said about any', async () => {
  const { ada, id, call } = await scene();
  const staged = await call(finalizeUpload, { uploadId: await offer(ada, id, page('two')) });
  expect(staged).not.toHaveProperty('threads');
});

test('an upload that cannot be finalized marks nothing', async () => {
  const { ada, id, call, agent, taken, workOf, versionNow } = await scene();
  const thread = await taken();
  const before = await workOf(thread);
  const stagedFor = { agent, threads: [thread] };
  const files = manifestOf(page('never sent'));
  const { uploadId } = await call(createSnapshot, { source: { client: 'cli' }, snapshotId: id, files });
  await expect(call(finalizeUpload, { uploadId, stagedFor })).rejects.toMatchObject({
    code: 'upload_incomplete',
  });

  const complete = await offer(ada, id, page('two'));
  vi.spyOn(world.app.jobs, 'enqueue').mockRejectedValueOnce(new Error('The database is gone'));
  await expect(call(finalizeUpload, { uploadId: complete, stagedFor })).rejects.toMatchObject({
    status: 500,
  });
  expect([await workOf(thread), await versionNow()]).toEqual([before, 1]);
});

test('a version is published without the threads that cannot be marked, which are named', async () => {
  const { ada, id, call, agent, comment, taken, workOf } = await scene();
  const [done, resolved, deleted, lost] = [await taken(), await taken(), await taken(), await taken()];
  const unsent = await comment();
  await call(updateComment, { id, commentId: resolved, state: 'resolved' });
  await call(deleteComment, { id, commentId: deleted });
  await world.app
    .db('thread_work')
    .where({ comment_id: lost })
    .update({ taken_until: new Date(0) });
  await call(takeThread, { id: lost, agent: { id: randomUUID(), name: 'Cursor' } });
  const threads = [done, resolved, deleted, lost, unsent];
  expect(await stageFor(ada, id, page('two'), { agent, threads })).toMatchObject({
    version: 2,
    threads: {
      staged: [done],
      refused: [
        { thread: resolved, why: 'This thread is resolved.' },
        { thread: deleted, why: 'That thread could not be found.' },
        { thread: lost, why: 'Another session of Cursor has this thread. Take another one.' },
        { thread: unsent, why: 'This thread was not sent to an agent. Its owner can send it.' },
      ],
    },
  });
  expect(await workOf(lost)).toMatchObject({ state: 'inProgress', agentName: 'Cursor', version: null });
});

test('threads of others stay as they are, and others cannot finalize', async () => {
  const mine = await scene();
  const theirs = await scene();
  const thread = await theirs.taken();
  const own = await mine.taken();
  const before = await theirs.workOf(thread);
  const stagedFor = { agent: theirs.agent, threads: [thread] };
  expect(await stageFor(mine.ada, mine.id, page('two'), stagedFor)).toMatchObject({
    threads: { staged: [], refused: [{ thread, why: 'That thread could not be found.' }] },
  });
  expect(await theirs.workOf(thread)).toEqual(before);

  const uploadId = await offer(mine.ada, mine.id, page('three'));
  const attempt = { uploadId, stagedFor: { agent: mine.agent, threads: [own] } };
  await expect(theirs.call(finalizeUpload, attempt)).rejects.toMatchObject({ code: 'not_found' });
  expect([await mine.workOf(own), await mine.versionNow()]).toMatchObject([{ state: 'inProgress' }, 2]);
});

test('a token that may not write comments publishes nothing for threads', async () => {
  const { ada, id, agent, taken, workOf, versionNow } = await scene();
  const thread = await taken();
  const token = await world.build.token(ada, { scopes: ['snapshots:write'] });
  const refusal = { code: 'forbidden', message: expect.stringContaining('comments:write') as string };
  await expect(stageFor(token, id, page('two'), { agent, threads: [thread] })).rejects.toMatchObject(refusal);
  const query = { snapshotId: id, threads: thread, agentId: agent.id, agentName: agent.name };
  await expect(world.as(token)(uploadSnapshot, query, asForm(page('two')))).rejects.toMatchObject(refusal);
  expect([await workOf(thread), await versionNow()]).toMatchObject([{ state: 'inProgress' }, 1]);
});

test('a draft marks its threads when it is published', async () => {
  const { ada, id, call, agent, taken, workOf, askedGus } = await scene();
  const thread = await taken();
  const stagedFor = { agent, threads: [thread] };
  const draft = await stageFor(ada, id, page('two'), stagedFor, 'no');
  expect(draft).toMatchObject({ draft: {}, threads: { staged: [], refused: [] } });
  expect(await stageFor(ada, id, page('two'), stagedFor, 'no')).toMatchObject({ version: 2 });
  expect([await workOf(thread), await askedGus()]).toMatchObject([{ state: 'inProgress', version: null }, 0]);

  await call(publishVersion, { id, version: 2 });
  expect([await workOf(thread), await askedGus()]).toMatchObject([{ state: 'staged', version: 2 }, 1]);
});

test('a draft that is discarded marks nothing, nor does an earlier version that is shown again', async () => {
  const { ada, id, call, agent, taken, workOf } = await scene();
  const thread = await taken();
  const before = await workOf(thread);
  await stageFor(ada, id, page('two'), { agent, threads: [thread] }, 'no');
  await call(discardVersion, { id, version: 2 });
  expect(await workOf(thread)).toEqual(before);

  await stageFor(ada, id, page('three'), { agent, threads: [thread] });
  await call(sendThreads, { id, threads: [thread] });
  await stageFor(ada, id, page('four'), { agent, threads: [await taken()] });
  await call(publishVersion, { id, version: 3 });
  expect(await workOf(thread)).toMatchObject({ state: 'sent', version: null });
});

test('an agent that stages the same files for the same threads again gets the same version', async () => {
  const { ada, gus, id, call, agent, taken, workOf, versionNow, askedGus } = await scene();
  const [thread, resolved] = [await taken(), await taken()];
  await call(updateComment, { id, commentId: resolved, state: 'resolved' });
  const stagedFor = { agent, threads: [thread, resolved] };
  const marked = { staged: [thread], refused: [{ thread: resolved, why: 'This thread is resolved.' }] };
  for (let time = 1; time <= 3; time += 1)
    expect(await stageFor(ada, id, page('two'), stagedFor)).toMatchObject({ version: 2, threads: marked });
  expect(await askedGus()).toBe(1);

  // What the author still misses needs a version of its own, even of the same files.
  await world.as(gus)(confirmThread, { id, commentId: thread, isConfirmed: false, text: 'More' });
  await call(sendThreads, { id, threads: [thread] });
  expect(await stageFor(ada, id, page('two'), stagedFor)).toMatchObject({ version: 3 });
  expect(await workOf(thread)).toMatchObject({ state: 'staged', version: 3 });
  expect(await stageFor(ada, id, page('other'), stagedFor)).toMatchObject({ version: 4 });
  expect(await stageFor(ada, id, page('other'), { ...stagedFor, agent: newAgent() })).toMatchObject({
    version: 5,
  });
  await call(publishVersion, { id, version: 2 });
  expect(await stageFor(ada, id, page('other'), stagedFor)).toMatchObject({ version: 6 });
  expect(await versionNow()).toBe(6);
});

test('of two requests of an agent at once one publishes', async () => {
  const { ada, id, call, agent, taken, versionNow, askedGus } = await scene();
  const stagedFor = { agent, threads: [await taken()] };
  const uploads = [await offer(ada, id, page('two')), await offer(ada, id, page('two'))];
  const both = await Promise.all(uploads.map((uploadId) => call(finalizeUpload, { uploadId, stagedFor })));
  expect(both.map(({ version, threads }) => [version, threads?.staged])).toEqual([
    [2, stagedFor.threads],
    [2, stagedFor.threads],
  ]);
  expect([await versionNow(), await askedGus()]).toEqual([2, 1]);
});

test('threads of an agent are marked when another program of its folder published the same files first', async () => {
  const { ada, id, call, agent, taken } = await scene();
  const thread = await taken();
  const folder = { folderKey: sha256Of(randomUUID()) };
  const uploadId = await offer(ada, id, page('two'), folder);
  expect(await offer(ada, id, page('two'), folder)).toBe(uploadId);
  await call(finalizeUpload, { uploadId });
  expect(await call(finalizeUpload, { uploadId, stagedFor: { agent, threads: [thread] } })).toMatchObject({
    version: 2,
    threads: { staged: [thread] },
  });
});

test('an upload in one request names its threads in the query', async () => {
  const { id, call, agent, taken, workOf, askedGus } = await scene();
  const threads = [await taken(), await taken()];
  const query = { snapshotId: id, threads: threads.join(), agentId: agent.id, agentName: agent.name };
  const send = () => call(uploadSnapshot, query, { ...asForm(page('two')), idempotencyKey: 'one' });
  const marked = { version: 2, threads: { staged: threads, refused: [] } };
  expect(await send()).toMatchObject(marked);
  expect(await send()).toMatchObject(marked);
  expect([await workOf(threads[0] ?? ''), await askedGus()]).toMatchObject([{ state: 'staged' }, 2]);
});

test.each(['agentId', 'agentName'] as const)('threads in the query need %s', async (missing) => {
  const { id, call, agent, taken, versionNow } = await scene();
  const query = { snapshotId: id, threads: await taken(), agentId: agent.id, agentName: agent.name };
  const { [missing]: _left, ...rest } = query;
  await expect(call(uploadSnapshot, rest, asForm(page('two')))).rejects.toMatchObject({
    code: 'invalid_input',
    field: missing,
  });
  expect(await versionNow()).toBe(1);
});
