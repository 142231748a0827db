import { assignThread, listAssignees } from '@stagelink/shared/contracts/assignments';
import type { Comment } from '@stagelink/shared/contracts/comments';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { changeComment, upserted, withFields } from './api.ts';

/** Who may be assigned changes with every comment, so each form reads it again. */
export const useAssignees = (snapshotId: string) =>
  useQuery({
    queryKey: ['assignees', snapshotId],
    queryFn: async () => (await call(listAssignees, { id: snapshotId })).people,
    staleTime: 0,
  });

export async function assign(
  comment: Comment,
  { assignee, dueOn }: Pick<Comment, 'assignee' | 'dueOn'>,
): Promise<void> {
  const { id, snapshotId } = comment;
  await changeComment(comment, {
    apply: withFields(id, { assignee, dueOn }),
    act: () => call(assignThread, { id: snapshotId, commentId: id, assignee: assignee?.id ?? null, dueOn }),
    taken: (reply) => upserted(reply.comment),
  });
}
