import type { Comment } from '@stagelink/shared/contracts/comments';
import type { Thread } from '@stagelink/shared/contracts/threads';

/** A snapshot whose threads are shown. */
export interface ShownSnapshot {
  snapshotId: string;
  /** Folder it was staged from; null for one the user added. */
  folder: string | null;
}

/** Threads of a snapshot, as far as they are known. */
export interface Read {
  threads: readonly Thread[];
  /** Why the last read failed. */
  problem: string | null;
}

export type Node =
  | { kind: 'problem'; message: string }
  | SnapshotNode
  | RouteNode
  | ThreadNode
  | { kind: 'reply'; reply: Comment; thread: ThreadNode };

export interface SnapshotNode {
  kind: 'snapshot';
  shown: ShownSnapshot;
  name: string;
  routes: RouteNode[];
  count: number;
  /** Another shown snapshot has the same name. */
  hasNamesake: boolean;
}

export interface RouteNode {
  kind: 'route';
  /** Null for comments about the whole snapshot. */
  route: string | null;
  snapshotId: string;
  threads: ThreadNode[];
}

export interface ThreadNode {
  kind: 'thread';
  thread: Thread;
  isNew: boolean;
}

/** Returns the path of a thread's route, without query and hash. */
const pathOf = ({ comment }: Thread): string | null => comment.context?.route.replace(/[?#].*$/, '') ?? null;

function routesOf(
  snapshotId: string,
  threads: readonly Thread[],
  isNew: (id: string) => boolean,
): RouteNode[] {
  const byPage = Map.groupBy(threads, pathOf);
  return [...byPage]
    .toSorted(([a], [b]) => (a ?? '').localeCompare(b ?? ''))
    .map(([route, ofRoute]) => ({
      kind: 'route',
      route,
      snapshotId,
      threads: ofRoute.map((thread) => ({ kind: 'thread', thread, isNew: isNew(thread.comment.id) })),
    }));
}

/** Returns the snapshots with threads in order, preceded by each distinct reason for a failed read. */
export function treeOf(
  shown: readonly ShownSnapshot[],
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

/** Lists each snapshot once, with its folder where it was staged from one. */
export function shownOf(
  staged: readonly { snapshotId: string; folder: string }[],
  chosen: readonly string[],
): ShownSnapshot[] {
  const all = new Map<string, ShownSnapshot>();
  for (const { snapshotId, folder } of staged) {
    if (!all.has(snapshotId)) all.set(snapshotId, { snapshotId, folder });
  }
  for (const snapshotId of chosen) {
    if (!all.has(snapshotId)) all.set(snapshotId, { snapshotId, folder: null });
  }
  return [...all.values()];
}
