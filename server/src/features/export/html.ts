import { createHash } from 'node:crypto';
import type { Comment } from '@stagelink/shared/contracts/comments';
import { REACTION_EMOJI } from '@stagelink/shared/contracts/reactions';
import { count } from '@stagelink/shared/domain/format';
import { isolated } from '@stagelink/shared/domain/sentence';
import type { ListedComment } from '../comments/list.ts';
import { escapeHtml } from '../../platform/serving/pages.ts';

/** A name or path among other words. */
const inLine = (text: string) => escapeHtml(isolated(text));

const STYLE = `
:root{color-scheme:light;--ink:#17191c;--muted:#5c6169;--line:#e6e3de;--spot:#b45309}
*{box-sizing:border-box}
body{margin:0 auto;max-width:760px;padding:40px 24px;color:var(--ink);background:#fff;
font:14px/1.5 Geist,Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:anywhere}
h1{margin:0;font-size:24px;line-height:1.3}
header p,.about{margin:4px 0 0;color:var(--muted);font-size:13px}
article{margin-top:24px;padding-top:24px;border-top:1px solid var(--line);break-inside:avoid}
h2{margin:0;font-size:14px;font-weight:600}
h2 b{display:inline-block;min-width:20px;margin-right:8px;padding:0 5px;border-radius:10px;background:var(--spot);
color:#fff;font-size:12px;line-height:20px;text-align:center}
.text{margin:8px 0 0;white-space:pre-wrap}
img{display:block;max-width:100%;max-height:360px;margin-top:12px;border:1px solid var(--line);border-radius:6px}
.reply{margin:16px 0 0 12px;padding-left:16px;border-left:2px solid var(--line);break-inside:avoid}
@media print{body{padding:0;max-width:none}}
`.replaceAll('\n', '');

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** The page is self-contained and runs no script, wherever it is opened. */
const POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;
/** As a response header; a page cannot set `sandbox` in a meta element. */
export const HTML_POLICY = `sandbox; ${POLICY}; frame-ancestors 'none'`;

const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const moment = (at: number) => `${moments.format(at)} UTC`;

interface ExportedSnapshot {
  snapshot: { name: string; url: string };
  exportedAt: string;
}

function head({ snapshot, exportedAt }: ExportedSnapshot, threads: number): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${escapeHtml(POLICY)}">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${inLine(snapshot.name)}: comments</title><style>${STYLE}</style></head>` +
    `<body><header><h1 dir="auto">${escapeHtml(snapshot.name)}</h1><p>${escapeHtml(snapshot.url)}</p><p>${count(threads, 'thread')}, ${moment(Date.parse(exportedAt))}</p></header><main>`
  );
}

function about({
  createdAt,
  editedAt,
  version,
  context,
  elementSelector,
  resolved,
  assignee,
  dueOn,
}: Comment): string {
  const element = context?.elementName || elementSelector;
  const facts = [
    moment(createdAt) + (editedAt === null ? '' : ' (edited)'),
    `version ${version}`,
    ...(context
      ? [isolated(context.route), `${context.viewport.width} × ${context.viewport.height}`, context.browser]
      : []),
    ...(element ? [isolated(element)] : []),
    ...(assignee ? [`assigned to ${isolated(assignee.name)}`] : []),
    ...(dueOn === null ? [] : [`due ${dueOn}`]),
    ...(resolved ? [`resolved by ${isolated(resolved.byName)} in version ${resolved.version}`] : []),
  ];
  return `<p class="about">${facts.map(escapeHtml).join(' · ')}</p>`;
}

function bodyOf(comment: Comment): string {
  const pin = comment.pinNumber === null ? '' : `<b>${comment.pinNumber}</b>`;
  const held = comment.isPending ? ' (pending approval)' : '';
  const reactions = comment.reactions
    .map(({ reaction, count }) => `${REACTION_EMOJI[reaction]} ${count}`)
    .join(' · ');
  const files = comment.attachments.map(({ filename }) => inLine(filename)).join(', ');
  return (
    `<h2>${pin}${inLine(comment.authorName)}${held}</h2>${about(comment)}` +
    `<p class="text" dir="auto">${escapeHtml(comment.text)}</p>${files === '' ? '' : `<p class="about">Files: ${files}</p>`}` +
    (reactions === '' ? '' : `<p class="about">${reactions}</p>`)
  );
}

interface PageSources {
  threads: number;
  /** Returns the picture of a thread's element as a data URI, or null. */
  picture: (comment: ListedComment) => Promise<string | null>;
}

/** Yields a printable page and reads each picture when it is needed. */
export async function* asHtml(
  exported: ExportedSnapshot,
  portions: AsyncIterable<ListedComment[]>,
  { threads, picture }: PageSources,
): AsyncGenerator<string> {
  yield head(exported, threads);
  let threadId: string | null = null;
  for await (const portion of portions) {
    for (const listed of portion) {
      const { comment } = listed;
      if (comment.parentId === null) {
        if (threadId !== null) yield '</article>';
        threadId = comment.id;
        const source = await picture(listed);
        const image = source === null ? '' : `<img alt="Commented element" src="${escapeHtml(source)}">`;
        yield `<article>${bodyOf(comment)}${image}`;
      } else if (comment.parentId === threadId) yield `<div class="reply">${bodyOf(comment)}</div>`;
    }
  }
  yield `${threadId === null ? '' : '</article>'}</main></body></html>`;
}
