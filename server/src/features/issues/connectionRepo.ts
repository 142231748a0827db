import type { ConnectedTracker, IssueTeam, TrackerConnection } from '@stagelink/shared/contracts/issues';
import type { Db } from '../../platform/db/db.ts';

interface ConnectionRow {
  tracker: ConnectedTracker;
  tokenSealed: Buffer;
  teamId: string | null;
  teamName: string | null;
  problem: string | null;
}

const columns = {
  tracker: 'tracker',
  tokenSealed: 'token_sealed',
  teamId: 'team_id',
  teamName: 'team_name',
  problem: 'problem',
} satisfies Record<keyof ConnectionRow, string>;

/** A connection without its token. */
const toConnection = ({ tracker, teamId, teamName, problem }: ConnectionRow): TrackerConnection => ({
  tracker,
  problem,
  team: teamId === null ? null : { id: teamId, name: teamName ?? teamId },
});

export async function ofUser(db: Db, userId: string): Promise<TrackerConnection[]> {
  const rows: ConnectionRow[] = await db('tracker_connections')
    .where({ user_id: userId })
    .orderBy('tracker')
    .select(columns);
  return rows.map(toConnection);
}

export const find = (db: Db, userId: string, tracker: ConnectedTracker): Promise<ConnectionRow | undefined> =>
  db('tracker_connections').where({ user_id: userId, tracker }).first(columns);

/** Stores a token in place of an earlier one. The team stays. */
export async function put(
  db: Db,
  userId: string,
  tracker: ConnectedTracker,
  tokenSealed: Buffer,
): Promise<void> {
  await db('tracker_connections')
    .insert({ user_id: userId, tracker, token_sealed: tokenSealed, problem: null })
    .onConflict(['user_id', 'tracker'])
    .merge(['token_sealed', 'problem']);
}

export async function putTeam(
  db: Db,
  userId: string,
  tracker: ConnectedTracker,
  { id, name }: IssueTeam,
): Promise<void> {
  await db('tracker_connections')
    .where({ user_id: userId, tracker })
    .update({ team_id: id, team_name: name });
}

export async function remove(db: Db, userId: string, tracker: ConnectedTracker): Promise<void> {
  await db('tracker_connections').where({ user_id: userId, tracker }).delete();
}

/** Notes why a tracker refuses the token that it was asked with; a newer token is another matter. */
export async function noteProblem(
  db: Db,
  userId: string,
  { tracker, tokenSealed }: Pick<ConnectionRow, 'tracker' | 'tokenSealed'>,
  problem: string | null,
): Promise<void> {
  await db('tracker_connections')
    .where({ user_id: userId, tracker, token_sealed: tokenSealed })
    .whereRaw('problem is distinct from ?', [problem])
    .update({ problem });
}
