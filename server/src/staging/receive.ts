import type { IncomingMessage } from 'node:http';
import { AppError } from '../http/errors.ts';

/** A sender may pause this long. */
const SILENCE_SECONDS = 30;
/** Once it has made us wait that long in all, it must have kept this pace while we waited. */
const SLOWEST_BYTES_PER_SECOND = 4 * 1024;

const tooSlow = () =>
  new AppError('request_timeout', 'The upload took too long to arrive. Please try again.');
const cutOff = (cause?: unknown) =>
  new AppError('request_timeout', 'The connection ended before the upload was complete.', { cause });

/** The next piece, or a refusal when it does not come in time. */
async function nextPiece(source: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer>> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooSlow()), SILENCE_SECONDS * 1000);
  });
  try {
    return await Promise.race([source.next(), silence]);
  } finally {
    clearTimeout(timer);
  }
}

export interface Allowance {
  bytes: number;
  /** What to say when there are more. */
  tooLarge: string;
}

/** Refuses a body that says beforehand that it will be too large. */
export function checkLength(request: IncomingMessage, { bytes, tooLarge }: Allowance): void {
  if (Number(request.headers['content-length'] ?? 0) > bytes) throw new AppError('too_large', tooLarge);
}

/** The body as it arrives: never more than allowed, never slower than a poor line, and ending only when it is complete. */
export async function* receive(
  request: IncomingMessage,
  { bytes, tooLarge }: Allowance,
): AsyncGenerator<Buffer> {
  const source = (request as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let [received, waitedMs] = [0, 0];
  for (;;) {
    const asked = performance.now();
    const next = await nextPiece(source).catch((cause: unknown) => {
      throw request.destroyed && !(cause instanceof AppError) ? cutOff(cause) : cause;
    });
    // Only the sender's time counts: when we are the slow ones, its bytes are waiting already.
    waitedMs += performance.now() - asked;
    if (next.done) break;
    received += next.value.length;
    if (received > bytes) throw new AppError('too_large', tooLarge);
    const waited = waitedMs / 1000;
    if (waited > SILENCE_SECONDS && received < waited * SLOWEST_BYTES_PER_SECOND) throw tooSlow();
    yield next.value;
  }
  if (!request.complete) throw cutOff();
}
