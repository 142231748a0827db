import type { Comment } from '@stagelink/shared/contracts/comments';
import type { Thread } from '@stagelink/shared/contracts/threads';

/** A snapshot whose threads are shown. */
export interface Shown {
  snapshotId: string;
  /** Where it was staged from; null for one that was chosen. */
  folder: string | null;
}

/** What is known of its threads. */
export interface Read {
  threads: readonly Thread[];
  /** Why they could not be read the last time. */
  problem: string | null;
}

export type Node =
  | { kind: 'problem'; message: string }
  | SnapshotNode
  | RouteNode
  | ThreadNode
  | { kind: 'reply'; reply: Comment; thread: ThreadNode };

interface SnapshotNode {
  kind: 'snapshot';
  shown: Shown;
  name: string;
  routes: RouteNode[];
  count: number;
  /** Another one that is shown has the same name. */
  hasNamesake: boolean;
}

export interface RouteNode {
  kind: 'route';
  /** Null for what was said about the snapshot as a whole. */
  route: string | null;
  snapshotId: string;
  threads: ThreadNode[];
}

export interface ThreadNode {
  kind: 'thread';
  thread: Thread;
  isNew: boolean;
}

/** A route's page: what comes before its query and its hash. */
const pageOf = ({ comment }: Thread): string | null => comment.context?.route.replace(/[?#].*$/, '') ?? null;

function routesOf(
  snapshotId: string,
  threads: readonly Thread[],
  isNew: (id: string) => boolean,
): RouteNode[] {
  const byPage = Map.groupBy(threads, pageOf);
  return [...byPage]
    .toSorted(([a], [b]) => (a ?? '').localeCompare(b ?? ''))
    .map(([route, ofRoute]) => ({
      kind: 'route',
      route,
      snapshotId,
      threads: ofRoute.map((thread) => ({ kind: 'thread', thread, isNew: isNew(thread.comment.id) })),
    }));
}

/** Snapshots with something to show, in their order; first, once each, what keeps any from being read. */
export function treeOf(
  shown: readonly Shown[],
  read: ReadonlyMap<string, Read>,
  isNew: (threadId: string) => boolean,
): Node[] {
  const problems = new Set<string>();
  const nodes = shown.flatMap((one): SnapshotNode[] => {
    const { threads = [], problem = null } = read.get(one.snapshotId) ?? {};
    if (problem !== null) problems.add(problem);
    const [first] = threads;
    if (!first) return [];
    const routes = routesOf(one.snapshotId, threads, isNew);
    const { name } = first.snapshot;
    return [{ kind: 'snapshot', shown: one, name, routes, count: threads.length, hasNamesake: false }];
  });
  const byName = Map.groupBy(nodes, ({ name }) => name);
  for (const node of nodes) node.hasNamesake = (byName.get(node.name)?.length ?? 0) > 1;
  return [...[...problems].map((message): Node => ({ kind: 'problem', message })), ...nodes];
}

export function childrenOf(node: Node): Node[] {
  switch (node.kind) {
    case 'snapshot':
      return node.routes;
    case 'route':
      return node.threads;
    case 'thread':
      return node.thread.replies.map((reply) => ({ kind: 'reply', reply, thread: node }));
    case 'problem':
    case 'reply':
      return [];
  }
}

/** Each snapshot once; one that was staged from a folder knows its folder. */
export function shownOf(
  staged: readonly { snapshotId: string; folder: string }[],
  chosen: readonly string[],
): Shown[] {
  const all = new Map<string, Shown>();
  for (const { snapshotId, folder } of staged) {
    if (!all.has(snapshotId)) all.set(snapshotId, { snapshotId, folder });
  }
  for (const snapshotId of chosen) {
    if (!all.has(snapshotId)) all.set(snapshotId, { snapshotId, folder: null });
  }
  return [...all.values()];
}
