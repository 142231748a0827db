import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { listComments, postComment } from '@stagelink/shared/contracts/comments';
import { listSnapshots, viewSnapshot } from '@stagelink/shared/contracts/snapshots';
import { ApiOwner } from './apiOwner.ts';
import { type Follower, follow } from './follower.ts';
import { clientOf, type Installation } from './installation.ts';
import { type Load, type LoadRequest, type LoadResult, startLoad } from './steadyLoad.ts';

const PAGE = '<!doctype html><title>Shop</title><h1>Shop</h1>';

/** An owner whose snapshot is used while something happens to the installation. */
interface BusySnapshot {
  token: string;
  snapshotId: string;
  /** Comments that were acknowledged. */
  posted: Set<string>;
  commentIds: () => Promise<string[]>;
  requests: LoadRequest[];
}

/** Stages a snapshot, and returns the requests of those who use it. */
async function useSnapshot(installation: Installation): Promise<BusySnapshot> {
  const owner = await ApiOwner.register(installation.url);
  const staged = await owner.stage({ 'index.html': PAGE }, { password: 'none' });
  const [id, { host }] = [staged.snapshot.id, new URL(staged.contentUrl)];
  const call = clientOf(installation, owner.token);
  const posted = new Set<string>();
  return {
    token: owner.token,
    snapshotId: id,
    posted,
    commentIds: async () => (await call(listComments, { id })).comments.map((comment) => comment.id),
    requests: [
      { name: 'list of snapshots', send: async () => void (await call(listSnapshots, {})) },
      { name: 'snapshot', send: async () => void (await call(viewSnapshot, { id })) },
      {
        name: 'comment',
        async send() {
          const { comment } = await call(
            postComment,
            { id },
            { type: 'application/json', body: commentBody() },
          );
          posted.add(comment.id);
        },
      },
      {
        name: 'page',
        async send() {
          const { status, body } = await installation.nginx.get(host, '/');
          if (status !== 200 || !body.includes('Shop')) throw new Error(`it was answered ${status}`);
        },
      },
    ],
  };
}

const commentBody = () => Buffer.from(JSON.stringify({ id: randomUUID(), text: 'Make it bigger, please' }));

/** Waits until a follower has the comments that were acknowledged, and returns how many are still missing. */
async function missedBy(followers: readonly Follower[], { posted }: BusySnapshot): Promise<number> {
  const missing = () =>
    followers.reduce((sum, { comments }) => sum + [...posted].filter((id) => !comments.has(id)).length, 0);
  for (const deadlineMs = performance.now() + 15_000; missing() > 0 && performance.now() < deadlineMs;)
    await wait(50);
  return missing();
}

export interface RestartResult extends LoadResult {
  comments: number;
  /** Comments that a follower does not know, of all followers. */
  missed: number;
  /** Numbers missing inside open connections. */
  gaps: number;
  longestLossMs: number;
}

/** Replaces something of an installation while it is used, and returns what users noticed of it. */
export async function replaceUnderLoad(
  installation: Installation,
  { followers: count, ...load }: Load & { followers: number },
  replace: () => Promise<void>,
): Promise<RestartResult> {
  const snapshot = await useSnapshot(installation);
  const { token, commentIds, requests } = snapshot;
  const followers = Array.from({ length: count }, () => follow(installation.url, token, commentIds));
  while (followers.some(({ channel }) => channel.state !== 'live')) await wait(20);
  const running = startLoad(requests, load);
  await replace().finally(() => running.stop());
  const result = await running.stop();
  const missed = await missedBy(followers, snapshot);
  for (const { channel } of followers) channel.stop();
  return {
    ...result,
    comments: snapshot.posted.size,
    missed,
    gaps: followers.reduce((sum, { gaps }) => sum + gaps, 0),
    longestLossMs: Math.max(...followers.map(({ longestLossMs }) => longestLossMs)),
  };
}
