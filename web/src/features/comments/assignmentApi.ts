import { assignThread, listAssignees } from '@stagelink/shared/contracts/assignments';
import type { Comment } from '@stagelink/shared/contracts/comments';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { optimistically, upsertComment } from './api.ts';

/** Who may be assigned changes with every comment, so each form reads it again. */
export const useAssignees = (snapshotId: string) =>
  useQuery({
    queryKey: ['assignees', snapshotId],
    queryFn: async () => (await call(listAssignees, { id: snapshotId })).people,
    staleTime: 0,
  });

export const assign = (
  { id, snapshotId }: Comment,
  { assignee, dueOn }: Pick<Comment, 'assignee' | 'dueOn'>,
): Promise<void> =>
  optimistically(
    snapshotId,
    (comments) => comments.map((each) => (each.id === id ? { ...each, assignee, dueOn } : each)),
    async () => {
      const input = { id: snapshotId, commentId: id, assignee: assignee?.id ?? null, dueOn };
      await upsertComment((await call(assignThread, input)).comment);
    },
  );
