import type { IssueTrackers } from '@stagelink/shared/contracts/issues';
import type { Db, Tx } from '../../platform/db/db.ts';

const NONE: IssueTrackers = { githubRepository: null, jiraUrl: null };

export async function trackersOf(db: Db, userId: string): Promise<IssueTrackers> {
  const row: IssueTrackers | undefined = await db('issue_trackers')
    .where({ user_id: userId })
    .first({ githubRepository: 'github_repository', jiraUrl: 'jira_url' });
  return row ?? NONE;
}

export async function putTrackers(
  db: Db,
  userId: string,
  { githubRepository, jiraUrl }: IssueTrackers,
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
    await tx('thread_issues').insert({ comment_id: commentId, url }).onConflict('comment_id').merge(['url']);
}
