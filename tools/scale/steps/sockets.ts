import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { postComment } from '@stagelink/shared/contracts/comments';
import { ApiOwner } from '../../../tests/support/apiOwner.ts';
import { clientOf } from '../../../tests/support/installation.ts';
import { percentile } from '../../bench/support/report.ts';
import type { ChannelsAnswer, ChannelsOrder } from '../channels.ts';
import { figure } from '../figures.ts';
import type { Step } from '../step.ts';

const SOCKETS_PER_SERVER = Number(process.env['SCALE_SOCKETS'] ?? 5_000);
/** Files that a server opens besides. */
const OTHER_FILES = 500;

async function assertEnoughFiles(): Promise<void> {
  const { stdout } = await promisify(execFile)('sh', ['-c', 'ulimit -n']);
  const most = stdout.trim() === 'unlimited' ? Infinity : Number(stdout);
  if (most < SOCKETS_PER_SERVER + OTHER_FILES)
    throw new Error(
      `A process may open ${most} files: raise the limit to ${SOCKETS_PER_SERVER + OTHER_FILES} (ulimit -n).`,
    );
}

async function ask(child: ChildProcess, order: ChannelsOrder): Promise<ChannelsAnswer> {
  child.send(order);
  const [answer] = (await once(child, 'message')) as [ChannelsAnswer];
  return answer;
}

/** Many sockets of one user at two servers get a comment, and come back when one server is replaced. */
export const sockets: Step = async ({ installation: { members } }) => {
  await assertEnoughFiles();
  const [one] = members;
  const owner = await ApiOwner.register(one.url);
  const { snapshot } = await owner.stage({ 'index.html': '<!doctype html><h1>Shop</h1>' });
  const children = members.map(() => fork(path.join(import.meta.dirname, '../channels.ts')));
  const askAll = (order: (at: number) => ChannelsOrder) =>
    Promise.all(children.map((child, at) => ask(child, order(at))));
  try {
    const openedMs = performance.now();
    await askAll((at) => ({
      open: { server: members[at]?.url ?? '', token: owner.token, count: SOCKETS_PER_SERVER },
    }));
    const opening = `opened in ${((performance.now() - openedMs) / 1000).toFixed(0)} s`;

    const announce = async (name: string, detail: string) => {
      const body = {
        type: 'application/json',
        body: Buffer.from(JSON.stringify({ text: 'Bigger, please' })),
      };
      const sentMs = performance.timeOrigin + performance.now();
      const { comment } = await clientOf(one, owner.token)(postComment, { id: snapshot.id }, body);
      const times = (await askAll(() => ({ comment: comment.id }))).flat().map((at) => at - sentMs);
      const missing = children.length * SOCKETS_PER_SERVER - times.length;
      figure({ name: `${name}: not announced to`, value: missing, most: 0, unit: 'sockets' });
      figure({ name: `${name}: p99`, value: percentile(times, 0.99), most: 1_000, unit: 'ms', detail });
    };
    await announce(`comment to ${children.length * SOCKETS_PER_SERVER} sockets`, opening);

    await one.stop();
    await one.start();
    const healthyMs = performance.now();
    await askAll(() => ({ live: true }));
    const value = performance.now() - healthyMs;
    figure({ name: 'sockets of a replaced server are back after', value, most: 15_000, unit: 'ms' });
    await announce('comment after that', '');
  } finally {
    for (const child of children) child.kill();
  }
};
