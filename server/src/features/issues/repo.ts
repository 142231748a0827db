import type { IssueTrackers } from '@stagelink/shared/contracts/issues';
import * as connections from './connectionRepo.ts';
import type { Db, Tx } from '../../platform/db/db.ts';

type Forms = Pick<IssueTrackers, 'githubRepository' | 'jiraUrl'>;

const NONE: Forms = { githubRepository: null, jiraUrl: null };

export async function trackersOf(db: Db, userId: string): Promise<IssueTrackers> {
  const row: Forms | undefined = await db('issue_trackers')
    .where({ user_id: userId })
    .first({ githubRepository: 'github_repository', jiraUrl: 'jira_url' });
  return { ...(row ?? NONE), connections: await connections.ofUser(db, userId) };
}

export async function putTrackers(
  db: Db,
  userId: string,
  { githubRepository, jiraUrl }: Forms,
): Promise<void> {
  await db('issue_trackers')
    .insert({ user_id: userId, github_repository: githubRepository, jira_url: jiraUrl })
    .onConflict('user_id')
    .merge();
}

/** Sets the issue of a thread; null forgets it. */
export async function put(tx: Tx, commentId: string, url: string | null): Promise<void> {
  if (url === null) await tx('thread_issues').where({ comment_id: commentId }).delete();
  else
    await tx('thread_issues')
      .insert({ comment_id: commentId, url, is_closed: null, etag: null, checked_at: null })
      .onConflict('comment_id')
      .merge();
}

/** A claim of a server that was killed ends after this time, which no tracker takes to answer. */
const CLAIM_SECONDS = 60;

/** Claims a thread, to make its issue. Returns false while another request has claimed it. */
export async function claim(db: Db, commentId: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `insert into thread_issue_claims as c (comment_id) values (:commentId)
     on conflict (comment_id) do update set claimed_at = now()
       where c.claimed_at < now() - make_interval(secs => :seconds)
     returning comment_id`,
    { commentId, seconds: CLAIM_SECONDS },
  );
  return rows.length > 0;
}

export async function release(db: Db, commentId: string): Promise<void> {
  await db('thread_issue_claims').where({ comment_id: commentId }).delete();
}
