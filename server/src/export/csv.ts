import type { Comment } from '@stagelink/shared/contracts/comments';

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\t\r|%]/u;

/** RFC 4180; a quote in front of what would be run tells spreadsheets that it is text. */
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
  'waits for approval': ({ isHeld }) => (isHeld ? 'yes' : null),
  author: ({ authorName }) => authorName,
  created: ({ createdAt }) => moment(createdAt),
  edited: ({ editedAt }) => moment(editedAt),
  text: ({ text }) => text,
  version: ({ version }) => version,
  route: ({ context }) => context?.route ?? null,
  element: ({ context, elementSelector }) => context?.elementName || elementSelector,
  viewport: ({ context }) => context && `${context.viewport.width}×${context.viewport.height}`,
  browser: ({ context }) => context?.browser ?? null,
  files: ({ attachments }) => attachments.map(({ filename }) => filename).join(', '),
  resolved: ({ resolved }) => moment(resolved?.at ?? null),
  'resolved by': ({ resolved }) => resolved?.byName ?? null,
  'resolved in version': ({ resolved }) => resolved?.version ?? null,
};

const line = (cells: string[]) => `${cells.join(',')}\r\n`;

/** One row for each comment. The mark at the start tells spreadsheets that it is UTF-8. */
export async function* asCsv(portions: AsyncIterable<Comment[]>): AsyncGenerator<string> {
  yield `\ufeff${line(Object.keys(COLUMNS).map(cell))}`;
  for await (const portion of portions) {
    yield portion.map((comment) => line(Object.values(COLUMNS).map((read) => cell(read(comment))))).join('');
  }
}
