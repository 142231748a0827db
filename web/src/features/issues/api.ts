import type { Comment } from '@stagelink/shared/contracts/comments';
import * as api from '@stagelink/shared/contracts/issues';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { changeComment, upserted, withFields } from '../comments/api.ts';

const key = ['issueTrackers'] as const;

export const useIssueTrackers = () =>
  useQuery({ queryKey: key, queryFn: async () => (await call(api.getIssueTrackers, {})).trackers });

export async function setIssueTrackers(trackers: api.IssueTrackers): Promise<void> {
  queryClient.setQueryData(key, (await call(api.setIssueTrackers, trackers)).trackers);
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
