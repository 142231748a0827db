import type { ThreadBrief } from '@stagelink/shared/agentTools/threadPayload';
import { ago, count } from '@stagelink/shared/domain/format';
import { workText } from '@stagelink/shared/domain/workText';
import { firstLines, plain, plainLine } from './sanitizeTerminal.ts';

const INDENT = '    ';
const WIDTH = 100;
const EXCERPT_LINES = 3;

const PIN_WORDS: Record<NonNullable<ThreadBrief['pin']>['status'], string> = {
  found: 'found on the newest version',
  doubtful: 'may have moved',
  lost: 'not found on the page',
  removed: 'removed from the page',
  elsewhere: 'on another page or state',
  closed: 'in a part that is not open at first',
};

const indented = (text: string, by = INDENT) =>
  plain(text)
    .split('\n')
    .map((line) => `${by}${line}`.trimEnd());

const kindOf = ({ kind }: ThreadBrief['author']) => (kind === 'account' ? '' : ` (${kind})`);
const writer = (author: ThreadBrief['author']) => `${plainLine(author.name)}${kindOf(author)}`;

/** How far the work of agents is; false before a thread was sent. */
function workOf({ work }: ThreadBrief): string | false {
  const text = workText(work && { ...work, agentName: work.agent });
  return text !== null && plainLine(text);
}

/** Pin, author, time and page identify a thread. */
function heading(thread: ThreadBrief, now: number): string {
  const marks = [
    thread.state === 'resolved' && 'resolved',
    thread.isPending && 'pending approval',
    thread.assignee !== null && `assigned to ${plainLine(thread.assignee)}`,
    thread.dueOn !== null && `due ${thread.dueOn}`,
    thread.replies.length > 0 && count(thread.replies.length, 'reply', 'replies'),
    thread.state === 'open' && workOf(thread),
  ].filter((mark) => mark !== false);
  const parts = [
    writer(thread.author),
    ago(new Date(thread.createdAt), new Date(now)),
    ...(thread.route === null ? [] : [plainLine(thread.route)]),
    ...marks,
  ];
  return parts.join(' · ');
}

const numberOf = ({ pinNumber }: ThreadBrief) => (pinNumber === null ? '-' : `#${pinNumber}`);

/** Formats threads as headings, first lines and ids. */
export function listed(threads: readonly ThreadBrief[], now: number, showSnapshot: boolean): string[] {
  const width = Math.max(...threads.map((thread) => numberOf(thread).length), 0);
  const by = ' '.repeat(width + 2);
  return threads.flatMap((thread, at) => [
    ...(at > 0 ? [''] : []),
    `${numberOf(thread).padEnd(width)}  ${heading(thread, now)}`,
    ...(showSnapshot ? [`${by}on “${plainLine(thread.snapshotName)}”`] : []),
    ...firstLines(thread.text, EXCERPT_LINES, WIDTH).map((line) => `${by}${line}`),
    `${by}${thread.id}`,
  ]);
}

/** Formats one thread completely, its link last. */
export function whole(thread: ThreadBrief, now: number): string[] {
  const { element, viewport, pin, version, newestVersion } = thread;
  const facts: [string, string][] = [
    ['On', `“${plainLine(thread.snapshotName)}”, version ${version} of ${newestVersion}`],
  ];
  if (viewport) facts.push(['Viewport', `${viewport.width} × ${viewport.height}`]);
  if (thread.browser !== null) facts.push(['Browser', plainLine(thread.browser)]);
  if (element?.name) facts.push(['Element', plainLine(element.name)]);
  if (thread.selectedText !== null) facts.push(['Text', plainLine(thread.selectedText)]);
  if (element?.selector) facts.push(['Selector', plainLine(element.selector)]);
  if (element?.html) facts.push(['HTML', plainLine(element.html)]);
  if (pin) facts.push(['Pin', PIN_WORDS[pin.status]]);
  if (thread.openedBy.length > 0) facts.push(['Open', thread.openedBy.map(plainLine).join(' → ')]);
  for (const { filename, url } of thread.attachments) facts.push(['File', `${plainLine(filename)}  ${url}`]);
  const width = Math.max(...facts.map(([name]) => name.length));
  return [
    `${numberOf(thread)}  ${heading(thread, now)}`,
    ...indented(thread.text),
    '',
    ...facts.map(([name, fact]) => `${INDENT}${name.padEnd(width)}  ${fact}`),
    ...thread.replies.flatMap((reply) => [
      '',
      `${INDENT}${writer(reply.author)} · ${ago(new Date(reply.createdAt), new Date(now))}`,
      ...indented(reply.text, INDENT + INDENT),
      ...reply.attachments.map((filename) => `${INDENT}${INDENT}File  ${plainLine(filename)}`),
    ]),
    '',
    thread.url,
  ];
}
