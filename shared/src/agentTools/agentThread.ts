import type { Thread } from '../contracts/threads.ts';
import { cut, type ElementBrief, type ThreadBrief, toThreadPayload } from './threadPayload.ts';

/** Maximum size of a thread in a result for an agent, in bytes of JSON. */
export const AGENT_THREAD_BYTES = 4096;

const WHOLE = { text: 4000, html: 2000, replies: 20 };
/** Replies are ordered by time: the newest say what is wanted now. */
const newest = <T>(list: readonly T[], most: number): T[] => list.slice(Math.max(0, list.length - most));

const encoder = new TextEncoder();
const bytesOf = (brief: ThreadBrief): number => encoder.encode(JSON.stringify(brief)).length;

type Shorten = (brief: ThreadBrief) => ThreadBrief;

const ofElement =
  (change: (element: ElementBrief) => ElementBrief): Shorten =>
  (brief) => ({ ...brief, element: brief.element && change(brief.element) });

/** A selector, a route or an address that is cut is wrong: it is left out. */
const short = (value: string | null, most: number) => (value === null || value.length > most ? null : value);

const ofFurther =
  (change: (element: ElementBrief) => ElementBrief): Shorten =>
  (brief) => ({ ...brief, furtherElements: brief.furtherElements.map(change) });

const furtherHtml = (most: number) => ofFurther((element) => ({ ...element, html: cut(element.html, most) }));

/** Name, selector and the surest place in the source. */
const bare = ({ name, selector, sources }: ElementBrief): ElementBrief => ({
  name: cut(name, 40),
  html: '',
  selector: short(selector, 150),
  ...(sources && {
    sources: sources.slice(0, 1).map(({ components = [], search = [], ...source }) => ({
      ...source,
      components: components.slice(0, 3),
      search: search.slice(0, 1),
    })),
  }),
});

const html = (most: number) => ofElement((element) => ({ ...element, html: cut(element.html, most) }));

const styles = (most: number) =>
  ofElement(({ styles: all, ...element }) =>
    all === undefined || most === 0 ? element : { ...element, styles: all.slice(0, most) },
  );

const sources = (most: number) =>
  ofElement(({ sources: all, ...element }) =>
    all === undefined ? element : { ...element, sources: all.slice(0, most) },
  );

const faults =
  (most: number): Shorten =>
  (brief) => ({
    ...brief,
    pageErrors: newest(brief.pageErrors, most),
    failedRequests: newest(brief.failedRequests, most),
  });

const replies =
  (count: number, text: number): Shorten =>
  (brief) => ({
    ...brief,
    replies: newest(brief.replies, count).map((reply) => ({ ...reply, text: cut(reply.text, text) })),
  });

const attachments =
  (most: number): Shorten =>
  (brief) => ({
    ...brief,
    attachments: brief.attachments.slice(0, most),
    replies: brief.replies.map((reply) => ({ ...reply, attachments: reply.attachments.slice(0, most) })),
  });

const text =
  (most: number): Shorten =>
  (brief) => ({ ...brief, text: cut(brief.text, most) });

const names: Shorten = (brief) => ({
  ...brief,
  snapshotName: cut(brief.snapshotName, 40),
  author: { ...brief.author, name: cut(brief.author.name, 40) },
  pageTitle: brief.pageTitle && cut(brief.pageTitle, 40),
  browser: brief.browser && cut(brief.browser, 40),
  selectedText: brief.selectedText && cut(brief.selectedText, 60),
  assignee: brief.assignee && cut(brief.assignee, 40),
  openedBy: brief.openedBy.slice(0, 3).map((name) => cut(name, 20)),
  work: brief.work && { ...brief.work, plan: brief.work.plan && cut(brief.work.plan, 60) },
  replies: [],
});

const addresses: Shorten = (brief) => ({
  ...brief,
  route: short(brief.route, 150),
  picture: short(brief.picture, 300),
  element: brief.element && bare(brief.element),
});

/** What is shortened until a thread fits, the least important first. */
const STEPS: readonly { what: string; shorten: Shorten }[] = [
  { what: 'The HTML of further elements.', shorten: furtherHtml(200) },
  { what: 'Some styles of the element.', shorten: styles(12) },
  { what: 'The end of the element’s HTML.', shorten: html(1000) },
  { what: 'Older errors and requests of the page.', shorten: faults(4) },
  { what: 'Older replies, and the ends of long ones.', shorten: replies(6, 400) },
  { what: 'Most of what is known of further elements.', shorten: ofFurther(bare) },
  { what: 'The end of the element’s HTML.', shorten: html(500) },
  { what: 'Some styles of the element.', shorten: styles(5) },
  { what: 'Most files.', shorten: attachments(2) },
  { what: 'The end of a long text.', shorten: text(1500) },
  { what: 'Older errors and requests of the page.', shorten: faults(2) },
  { what: 'Older replies, and the ends of long ones.', shorten: replies(3, 200) },
  { what: 'Less sure places in the source.', shorten: sources(2) },
  { what: 'Most styles of the element.', shorten: styles(0) },
  { what: 'The end of the element’s HTML.', shorten: html(150) },
  { what: 'Older errors and requests of the page.', shorten: faults(0) },
  { what: 'All files.', shorten: attachments(0) },
  { what: 'Less sure places in the source.', shorten: sources(1) },
  { what: 'The end of a long text.', shorten: text(600) },
  { what: 'Replies, and the ends of long names.', shorten: names },
  { what: 'Long addresses, and what else is known of the element.', shorten: addresses },
  {
    what: 'Further elements.',
    shorten: (brief) => ({ ...brief, furtherElements: brief.furtherElements.slice(0, 2) }),
  },
  { what: 'The end of a long text.', shorten: text(200) },
];

/**
 * Converts a thread to what an agent gets in one result: everything it needs, in at most `AGENT_THREAD_BYTES`. Its words
 * and the surest place in the source stay longest; `leftOut` says what get_comment has besides.
 */
export function agentThread(thread: Thread): ThreadBrief {
  let brief = toThreadPayload(thread, WHOLE);
  for (const { what, shorten } of STEPS) {
    if (bytesOf(brief) <= AGENT_THREAD_BYTES) break;
    const shorter = shorten(brief);
    const isShorter = bytesOf(shorter) < bytesOf(brief);
    const leftOut = isShorter ? [...new Set([...brief.leftOut, what])] : brief.leftOut;
    brief = { ...shorter, leftOut };
  }
  return brief;
}
