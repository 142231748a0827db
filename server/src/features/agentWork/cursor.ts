import { AppError } from '../../platform/http/errors.ts';
import { type Position, START } from './feedbackRepo.ts';

const CURSOR = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const toCursor = ({ seq, commentId }: Position): string =>
  Buffer.from(`${seq}.${commentId}`).toString('base64url');

/** Throws for what is no cursor of ours: an agent that goes on from the start would do everything again. */
export function fromCursor(cursor: string | null | undefined): Position {
  if (cursor == null) return START;
  const [, seq, commentId] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (seq === undefined || commentId === undefined)
    throw new AppError('invalid_input', 'This is not a cursor of an earlier reply.', { field: 'cursor' });
  return { seq: Number(seq), commentId };
}
