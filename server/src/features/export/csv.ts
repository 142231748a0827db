import type { Comment } from '@stagelink/shared/contracts/comments';
import { REACTION_EMOJI } from '@stagelink/shared/contracts/reactions';

/** Starts of text that spreadsheets interpret as a formula. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\t\r|%]/u;

/** Encodes a cell (RFC 4180). A leading quote keeps spreadsheets from running a formula. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const COLUMNS: Record<string, (comment: Comment) => string | number | null> = {
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

const line = (cells: string[]) => `${cells.join(',')}\r\n`;

/** Yields one row per comment. The byte order mark makes spreadsheets read UTF-8. */
export async function* asCsv(portions: AsyncIterable<Comment[]>): AsyncGenerator<string> {
  yield `\ufeff${line(Object.keys(COLUMNS).map(cell))}`;
  for await (const portion of portions) {
    yield portion.map((comment) => line(Object.values(COLUMNS).map((read) => cell(read(comment))))).join('');
  }
}
