import type { IncomingMessage } from 'node:http';
import { AppError } from './errors.ts';

export interface Allowance {
  bytes: number;
  /** Message when the body is too large. */
  tooLarge: string;
}

const cutOff = (cause?: unknown) =>
  new AppError('request_timeout', 'The connection ended before the request was complete.', { cause });

/** Rejects a body whose `Content-Length` is too large. */
export function checkLength(request: IncomingMessage, { bytes, tooLarge }: Allowance): void {
  if (Number(request.headers['content-length'] ?? 0) > bytes) throw new AppError('too_large', tooLarge);
}

/** Yields the body as it arrives. Throws beyond the limit and when it ends incomplete. */
export async function* receive(
  request: IncomingMessage,
  { bytes, tooLarge }: Allowance,
): AsyncGenerator<Buffer> {
  let received = 0;
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      received += piece.length;
      if (received > bytes) throw new AppError('too_large', tooLarge);
      yield piece;
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : cutOff(cause);
  }
  if (!request.complete) throw cutOff();
}
