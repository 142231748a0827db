import type { Comment } from '@stagelink/shared/contracts/comments';
import * as api from '@stagelink/shared/contracts/issues';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { changeComment, upsertComment, upserted, withFields } from '../comments/api.ts';

const key = ['issueTrackers'] as const;

export const useIssueTrackers = () =>
  useQuery({ queryKey: key, queryFn: async () => (await call(api.getIssueTrackers, {})).trackers });

const keep = ({ trackers }: { trackers: api.IssueTrackers }) => void queryClient.setQueryData(key, trackers);

export const setIssueTrackers = async (forms: Input<typeof api.setIssueTrackers>): Promise<void> =>
  keep(await call(api.setIssueTrackers, forms));

export const connectTracker = async (input: Input<typeof api.connectIssueTracker>): Promise<void> =>
  keep(await call(api.connectIssueTracker, input));

export const disconnectTracker = async (tracker: api.ConnectedTracker): Promise<void> =>
  keep(await call(api.disconnectIssueTracker, { tracker }));

export const useIssueTeams = () =>
  useQuery({
    queryKey: ['issueTeams'],
    queryFn: async () => (await call(api.listIssueTeams, {})).teams,
  });

export const setTeam = async (team: api.IssueTeam): Promise<void> =>
  keep(await call(api.setIssueTeam, { team }));

/** Makes an issue of a thread with the server’s token. */
export async function createIssue(
  { id: commentId, snapshotId: id }: Comment,
  tracker: api.ConnectedTracker,
  text: Pick<Input<typeof api.createIssue>, 'title' | 'body'>,
): Promise<void> {
  upsertComment((await call(api.createIssue, { id, commentId, tracker, ...text })).comment);
}

/** Sets which issue a thread became. */
export async function linkIssue(comment: Comment, url: string | null): Promise<void> {
  const { id, snapshotId } = comment;
  await changeComment(comment, {
    apply: withFields(id, { issueUrl: url }),
    act: () => call(api.linkIssue, { id: snapshotId, commentId: id, url }),
    taken: (reply) => upserted(reply.comment),
  });
}
