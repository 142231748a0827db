import { setTimeout as wait } from 'node:timers/promises';
import { postComment } from '@stagelink/shared/contracts/comments';
import { ApiOwner } from '../../../tests/support/apiOwner.ts';
import { follow } from '../../../tests/support/follower.ts';
import { clientOf } from '../../../tests/support/installation.ts';
import { median, percentile } from '../../bench/support/report.ts';
import { figure } from '../figures.ts';
import type { Step } from '../step.ts';

const COMMENTS = 200;

/** A comment that one server takes reaches a socket on the other. */
export const events: Step = async ({ installation: { members } }) => {
  const [one, two] = members;
  const owner = await ApiOwner.register(one.url);
  const { snapshot } = await owner.stage({ 'index.html': '<!doctype html><h1>Shop</h1>' });
  const follower = follow(two.url, owner.token, () => Promise.resolve([]));
  while (follower.channel.state !== 'live') await wait(10);
  const call = clientOf(one, owner.token);
  const times: number[] = [];
  for (let sent = 0; sent < COMMENTS; sent += 1) {
    const sentMs = performance.now();
    const body = { type: 'application/json', body: Buffer.from(JSON.stringify({ text: `Comment ${sent}` })) };
    const { comment } = await call(postComment, { id: snapshot.id }, body);
    while (!follower.arrivals.has(comment.id)) await wait(1);
    times.push((follower.arrivals.get(comment.id) ?? 0) - sentMs);
  }
  follower.channel.stop();
  figure({
    name: 'comment sent to one server → socket on the other, p99',
    value: percentile(times, 0.99),
    most: 250,
    unit: 'ms',
    detail: `p50 ${median(times).toFixed(0)}, ${COMMENTS} comments`,
  });
};
