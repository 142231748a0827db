import { getSnapshot, type Snapshot } from '@stagelink/shared/contracts/snapshots';
import * as z from 'zod/mini';
import { callTo, type Session } from './session.ts';

const KEY = 'captures';
/** Addresses that are remembered; the oldest go first. */
const REMEMBERED = 200;

const Captures = z.record(z.string(), z.string());

const keyOf = ({ server, uid }: Session, page: string): string => `${server} ${uid} ${page}`;

async function read(): Promise<Record<string, string>> {
  const { [KEY]: stored } = await chrome.storage.local.get(KEY);
  return Captures.safeParse(stored).data ?? {};
}

/** Remembers in this browser which snapshot a page was captured to. */
export async function rememberCapture(session: Session, page: string, snapshotId: string): Promise<void> {
  const key = keyOf(session, page);
  const { [key]: _former, ...others } = await read();
  const kept = Object.entries(others).slice(1 - REMEMBERED);
  await chrome.storage.local.set({ [KEY]: Object.fromEntries([...kept, [key, snapshotId]]) });
}

/** Returns the snapshot a page was captured to; null if there is none, or it was deleted or has expired. */
export async function earlierCapture(session: Session, page: string): Promise<Snapshot | null> {
  const id = (await read())[keyOf(session, page)];
  if (id === undefined) return null;
  const found = await callTo(session.server, session.token)(getSnapshot, { id }).catch(() => null);
  return found && Date.parse(found.snapshot.expiresAt) > Date.now() ? found.snapshot : null;
}
