import type { Comment } from '@stagelink/shared/contracts/comments';
import { REACTION_EMOJI } from '@stagelink/shared/contracts/reactions';
import type { CsvColumns } from '../../platform/http/csv.ts';

const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** One row per comment. */
export const COMMENT_COLUMNS: CsvColumns<Comment> = {
  id: ({ id }) => id,
  thread: ({ id, parentId }) => parentId ?? id,
  pin: ({ pinNumber }) => pinNumber,
  state: ({ parentId, state }) => (parentId === null ? state : null),
  'pending approval': ({ isPending }) => (isPending ? 'yes' : null),
  author: ({ authorName }) => authorName,
  created: ({ createdAt }) => moment(createdAt),
  edited: ({ editedAt }) => moment(editedAt),
  text: ({ text }) => text,
  version: ({ version }) => version,
  route: ({ context }) => context?.route ?? null,
  element: ({ context, elementSelector }) => context?.elementName || elementSelector,
  viewport: ({ context }) => context && `${context.viewport.width}×${context.viewport.height}`,
  browser: ({ context }) => context?.browser ?? null,
  reactions: ({ reactions }) =>
    reactions.map(({ reaction, count }) => `${REACTION_EMOJI[reaction]} ${count}`).join(', '),
  assignee: ({ assignee }) => assignee?.name ?? null,
  due: ({ dueOn }) => dueOn,
  files: ({ attachments }) => attachments.map(({ filename }) => filename).join(', '),
  resolved: ({ resolved }) => moment(resolved?.at ?? null),
  'resolved by': ({ resolved }) => resolved?.byName ?? null,
  'resolved in version': ({ resolved }) => resolved?.version ?? null,
};
