import { WITH_AGENT } from '@stagelink/shared/domain/workText';
import { pageOf } from '@stagelink/shared/preview/routes';
import type { Thread } from './threads.ts';

/** Narrows the list further than resolved and unresolved. */
export const NARROWINGS = [
  'everyone',
  'unread',
  'mine',
  'mentions',
  'assigned',
  'reviewers',
  'changes',
  'withAgent',
  'toConfirm',
] as const;
export type Narrowing = (typeof NARROWINGS)[number];

export interface InboxView {
  narrowing: Narrowing;
  /** Only threads written on this version. */
  version: number | null;
  isByPage: boolean;
}

export const WHOLE_INBOX: InboxView = { narrowing: 'everyone', version: null, isByPage: false };

const commentsOf = ({ root, replies }: Thread) => [root, ...replies];

/** Whether a text names a person by `@` and the whole name. */
const mentions = (text: string, name: string): boolean =>
  text
    .toLocaleLowerCase()
    .split(`@${name.toLocaleLowerCase()}`)
    .slice(1)
    .some((rest) => !/^[\p{L}\p{N}]/u.test(rest));

/** Returns whether the list shows a thread; `name` is the reader's, null without one. */
export function isInView(thread: Thread, { narrowing, version }: InboxView, name: string | null): boolean {
  if (version !== null && thread.root.version !== version) return false;
  if (narrowing === 'unread') return thread.root.isUnread;
  if (narrowing === 'changes') return commentsOf(thread).some(({ requestsChanges }) => requestsChanges);
  if (narrowing === 'mine') return commentsOf(thread).some(({ can }) => can.edit);
  if (narrowing === 'assigned') return thread.root.assignee?.isYou ?? false;
  if (narrowing === 'reviewers') return commentsOf(thread).some(({ isReviewer }) => isReviewer);
  if (narrowing === 'withAgent') return WITH_AGENT.some((state) => state === thread.root.work?.state);
  if (narrowing === 'toConfirm') return thread.root.work?.state === 'staged';
  if (narrowing === 'mentions')
    return name !== null && commentsOf(thread).some(({ text }) => mentions(text, name));
  return true;
}

export interface PageGroup {
  /** Null for comments about no page. */
  route: string | null;
  threads: Thread[];
}

const routeOf = ({ root }: Thread): string | null => root.locator?.route ?? root.context?.route ?? null;

/** Groups threads by page, in the order in which the pages first occur. */
export function groupByPage(threads: readonly Thread[]): PageGroup[] {
  const groups = new Map<string | null, PageGroup>();
  for (const thread of threads) {
    const route = routeOf(thread);
    const page = route && pageOf(route);
    const group = groups.get(page) ?? { route: page, threads: [] };
    group.threads.push(thread);
    groups.set(page, group);
  }
  return [...groups.values()];
}
