import type { AssistantAccess, AssistantItem, AssistantTarget } from '@stagelink/shared/contracts/assistant';
import { ASSISTANT_HISTORY_MAX } from '@stagelink/shared/contracts/limits';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { PageContext } from './context.ts';

export interface ChatRow {
  id: string;
  version: number;
  context: PageContext;
}

export interface MessageRow {
  role: 'user' | 'assistant';
  content: string;
  items: AssistantItem[];
  targets: AssistantTarget[];
}

const messageColumns = ['role', 'content', 'items', 'targets'];

/** Returns the conversation of a person, who may have several keys. */
export const find = (db: Db, snapshotId: string, persons: readonly string[]): Promise<ChatRow | undefined> =>
  db('assistant_chats')
    .where({ snapshot_id: snapshotId })
    .whereIn('person', persons)
    .orderBy('updated_at', 'desc')
    .first('id', 'version', 'context');

/** Returns the newest messages, oldest first. */
export async function messages(db: Db, chatId: string): Promise<MessageRow[]> {
  const rows: MessageRow[] = await db('assistant_messages')
    .where({ chat_id: chatId })
    .orderBy('id', 'desc')
    .limit(ASSISTANT_HISTORY_MAX)
    .select(messageColumns);
  return rows.toReversed();
}

export interface NewChat extends ChatRow {
  snapshotId: string;
  person: string;
}

/** Replaces the conversations of a person by an empty one. */
export async function restart(tx: Tx, chat: NewChat, persons: readonly string[]): Promise<void> {
  const { id, snapshotId, person, version, context } = chat;
  await tx('assistant_chats').where({ snapshot_id: snapshotId }).whereIn('person', persons).delete();
  await tx('assistant_chats')
    .insert({ id, snapshot_id: snapshotId, person, version, context: JSON.stringify(context) })
    .onConflict(['snapshot_id', 'person'])
    .merge();
}

/** Returns false when the conversation was deleted meanwhile. */
export async function touch(tx: Tx, { id, version, context }: ChatRow): Promise<boolean> {
  const touched = await tx('assistant_chats')
    .where({ id })
    .update({ version, context: JSON.stringify(context), updated_at: tx.fn.now() });
  return touched > 0;
}

export async function addMessages(
  tx: Tx,
  chatId: string,
  rows: readonly (MessageRow & { tokens: number })[],
): Promise<void> {
  await tx('assistant_messages').insert(
    rows.map(({ items, targets, ...row }) => ({
      ...row,
      chat_id: chatId,
      items: JSON.stringify(items),
      targets: JSON.stringify(targets),
    })),
  );
}

/** Returns the owner's choice; without one, what was the default when the snapshot was made. */
export async function accessOf(db: Db, snapshotId: string): Promise<AssistantAccess> {
  const row: { access: AssistantAccess } | undefined = await db('snapshots')
    .leftJoin('assistant_settings', 'assistant_settings.snapshot_id', 'snapshots.id')
    .where({ 'snapshots.id': snapshotId })
    .first(db.raw('coalesce(assistant_settings.access, snapshots.assistant_access_default) as access'));
  return row?.access ?? 'off';
}

export async function setAccess(db: Db, snapshotId: string, access: AssistantAccess): Promise<void> {
  await db('assistant_settings')
    .insert({ snapshot_id: snapshotId, access })
    .onConflict('snapshot_id')
    .merge();
}

/** Returns the number of deleted conversations. */
export const removeBefore = (db: Db, before: Date): Promise<number> =>
  db('assistant_chats').where('updated_at', '<', before).delete();
