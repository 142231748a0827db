import type { IncomingMessage } from 'node:http';
import { AppError } from './errors.ts';

export interface Allowance {
  bytes: number;
  /** What to say when there are more. */
  tooLarge: string;
}

const cutOff = (cause?: unknown) =>
  new AppError('request_timeout', 'The connection ended before everything had arrived.', { cause });

/** Refuses a body that says beforehand that it will be too large. */
export function checkLength(request: IncomingMessage, { bytes, tooLarge }: Allowance): void {
  if (Number(request.headers['content-length'] ?? 0) > bytes) throw new AppError('too_large', tooLarge);
}

/** The body as it arrives: never more than allowed, and ending only when it is complete. */
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
