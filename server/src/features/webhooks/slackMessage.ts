import type { WebhookEvent } from '@stagelink/shared/contracts/webhooks';
import { count } from '@stagelink/shared/domain/format';

/** An event on its way to Slack. */
export interface SlackEvent {
  event: WebhookEvent;
  /** Slack’s channel may have readers without the snapshot’s password. */
  isProtected: boolean;
}

interface MarkdownText {
  type: 'mrkdwn';
  text: string;
  /** Plain text makes no links and no mentions. */
  verbatim: true;
}

/** What is posted: `text` is for notifications, the blocks for the channel. */
export interface SlackMessage {
  text: string;
  blocks: { type: 'section'; text: MarkdownText }[];
  unfurl_links: false;
  unfurl_media: false;
}

/** Characters of a section’s text, below Slack’s limit of 3,000. */
const SECTION_MAX = 2900;
/** Lines of one message; older ones are counted. */
const LINES_MAX = 10;
/** Characters of a line, however much its escapes take. */
const LINE_MAX = 280;

const parse = (events: string): SlackEvent[] => JSON.parse(events) as SlackEvent[];

/** Returns the JSON of these events and another one. */
export const joinSlackEvents = (events: string | null, entry: SlackEvent): string =>
  JSON.stringify([...(events === null ? [] : parse(events)), entry]);

/** Slack reads nothing but these three characters as markup of links and mentions. */
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();

function clip(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** A text by others: of one line, without Slack’s markup. */
const safe = (text: string, most = LINE_MAX): string => escape(clip(oneLine(text), most));

/** The verb, and what it was about, of what a person did. */
const DEEDS = {
  'comment.created': 'commented',
  'comment.replied': 'replied',
  'comment.resolved': 'resolved a thread',
  'comment.reopened': 'opened a thread again',
} as const;

type ThreadEvent = Extract<WebhookEvent, { type: keyof typeof DEEDS }>;
const isOfThread = (event: WebhookEvent): event is ThreadEvent => event.type in DEEDS;

function sentenceOf(event: WebhookEvent): string {
  switch (event.type) {
    case 'snapshot.staged':
      return `Version ${event.data.snapshot.version} was staged`;
    case 'snapshot.expiring':
      return 'The link expires soon';
    case 'snapshot.expired':
      return 'The link has expired';
    case 'snapshot.deleted':
      return 'The snapshot was deleted';
    case 'review.requested':
      return `A review was requested from ${count(event.data.review.reviewers, 'person', 'people')}`;
    case 'review.decided': {
      const { reviewer, decision } = event.data.decision;
      return `${safe(reviewer)} ${decision === 'approved' ? 'approved it' : 'asked for changes'}`;
    }
    case 'review.completed':
      return `The review is completed: ${event.data.review.approved} of ${event.data.review.reviewers} approved it`;
    case 'review.overdue':
      return 'The review is overdue';
    default:
      return `${safe(event.data.author.name)} ${DEEDS[event.type]}`;
  }
}

function excerptOf(event: WebhookEvent): string | null {
  if (event.type === 'comment.created') return event.data.thread.excerpt;
  if (event.type === 'comment.replied') return event.data.reply.excerpt;
  return event.type === 'review.decided' ? event.data.decision.excerpt : null;
}

const urlOf = ({ event, isProtected }: SlackEvent): string =>
  isOfThread(event) && !isProtected ? event.data.thread.url : event.data.snapshot.url;

/** “Ada”, “Ada and Bob”, “Ada and 2 others”. */
function namesOf(events: readonly ThreadEvent[]): string {
  const [first = '', second, ...more] = [...new Set(events.map(({ data }) => data.author.name))];
  if (second === undefined) return safe(first);
  return `${safe(first)} and ${more.length === 0 ? safe(second) : `${more.length + 1} others`}`;
}

const isComment = ({ type }: WebhookEvent) => type === 'comment.created' || type === 'comment.replied';

/** What several events of a thread have in common. */
function summaryOf(events: readonly WebhookEvent[]): string {
  const [first] = events;
  if (!first || events.length === 1) return first ? sentenceOf(first) : '';
  const comments = events.filter(isComment);
  const what =
    comments.length === events.length ? count(events.length, 'comment') : count(events.length, 'change');
  return `${what} by ${namesOf(events.filter(isOfThread))}`;
}

/** The lines below the title. A protected snapshot has none: only its name is in the channel. */
function linesOf(entries: readonly SlackEvent[]): string[] {
  const shown = entries.filter(({ isProtected }) => !isProtected);
  const lines = shown.flatMap(({ event }) => {
    const excerpt = excerptOf(event);
    const who = entries.length > 1 ? `${sentenceOf(event)}${excerpt === null ? '' : ': '}` : '';
    return who === '' && excerpt === null ? [] : [`>${who}${excerpt === null ? '' : safe(excerpt)}`];
  });
  const left = lines.length - LINES_MAX;
  return left > 0 ? [`>${left} earlier`, ...lines.slice(-LINES_MAX)] : lines;
}

function whereOf(event: WebhookEvent): string {
  if (!isOfThread(event) || event.data.thread.element === null) return '';
  return ` at ${safe(event.data.thread.element, 80)}`;
}

const section = (text: string) =>
  ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } }) as const;

/** Drops the oldest lines until the rest fits. */
function fitting(lines: readonly string[]): string {
  const text = lines.join('\n');
  return text.length <= SECTION_MAX ? text : fitting(lines.slice(1));
}

/** Returns the message about events of one thread, or about one other event. */
export function slackMessage(events: string): SlackMessage {
  const entries = parse(events);
  const last = entries.at(-1);
  if (!last) throw new Error('A message without events');
  const { name } = last.event.data.snapshot;
  const isProtected = entries.some((entry) => entry.isProtected);
  const summary = summaryOf(entries.map(({ event }) => event));
  const where = isProtected ? '' : whereOf(last.event);
  const title = `*<${urlOf(last)}|${safe(name).replaceAll('|', '¦')}>*\n${summary}${where}`;
  const lines = isProtected ? [] : linesOf(entries);
  return {
    text: `${safe(name)}: ${summary}`,
    blocks: [section(title), ...(lines.length > 0 ? [section(fitting(lines))] : [])],
    unfurl_links: false,
    unfurl_media: false,
  };
}
