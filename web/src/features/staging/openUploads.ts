import { ApiError } from '@stagelink/shared/client/call';
import { settleUpload, type Staged } from '@stagelink/shared/contracts/staging';
import * as z from 'zod/mini';
import { callQuietly } from '../../lib/api.ts';
import { AnswerLost } from './answerLost.ts';

/** An upload without a reply so far, kept in this tab so that reloading the page does not forget it. */
const OpenUpload = z.object({ idempotencyKey: z.string(), print: z.string() });
type OpenUpload = z.infer<typeof OpenUpload>;

const keyOf = (place: string) => `stagelink-upload-${place}`;

function read(place: string): OpenUpload | null {
  try {
    return OpenUpload.safeParse(JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** Remembers an upload to a place (a snapshot, or a new one) before it is sent. */
export function rememberUpload(place: string, upload: OpenUpload): void {
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify(upload));
  } catch {
    // Without storage, an upload whose reply is lost is settled by the person.
  }
}

export function forgetUpload(place: string): void {
  try {
    sessionStorage.removeItem(keyOf(place));
  } catch {
    // Without storage, nothing was remembered.
  }
}

/** A server from before uploads could be settled. */
const cannotSettle = (cause: unknown): boolean => cause instanceof ApiError && cause.status === 404;

/**
 * Returns what became of the open upload of a place, after which nothing more is staged by it; null without one. Throws
 * `AnswerLost` while the server does not say.
 */
export async function settleOpenUpload(
  place: string,
): Promise<{ print: string; staged: Staged | null } | null> {
  const open = read(place);
  if (open === null) return null;
  const { idempotencyKey, print } = open;
  try {
    const { staged } = await callQuietly(settleUpload, { idempotencyKey });
    forgetUpload(place);
    return { print, staged };
  } catch (cause) {
    if (cannotSettle(cause)) forgetUpload(place);
    throw new AnswerLost('It is not known what was staged.', { cause });
  }
}
