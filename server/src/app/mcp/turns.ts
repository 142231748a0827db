import type { IncomingMessage } from 'node:http';
import { MCP_BODY_BYTES } from '@stagelink/shared/contracts/limits';
import type { Context } from 'koa';
import { FairQueue } from '../../platform/fairQueue.ts';

/** Shorter messages take no memory worth counting and wait for no other. */
const SHORT_BYTES = 64 * 1024;

/** Bytes of the messages in memory, of all accounts together. */
export const messages = new FairQueue({
  capacity: 8 * MCP_BODY_BYTES,
  runningPerKey: 2,
  waitingPerKey: 50,
});

/** A body without a length may become as long as is allowed. */
const bytesOf = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : MCP_BODY_BYTES;

/**
 * Answers a message when it is the account's turn. Its body is not read before, and counts until the response ends,
 * which also aborts the signal.
 */
export function answerInTurn(
  ctx: Context,
  userId: string,
  answer: (ended: AbortSignal) => Promise<void>,
): Promise<void> {
  const end = new AbortController();
  const ended = new Promise<void>((resolve) => {
    ctx.res.once('close', () => {
      end.abort();
      resolve();
    });
  });
  const bytes = Math.min(bytesOf(ctx.req), MCP_BODY_BYTES);
  if (bytes <= SHORT_BYTES) return answer(end.signal);
  return new Promise((resolve, reject) => {
    const task = async () => {
      // The response is sent once the answer has resolved.
      await answer(end.signal).then(resolve, reject);
      await ended;
    };
    messages.run(userId, task, bytes).catch(reject);
  });
}
