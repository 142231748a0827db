import type { PinTree } from '@stagelink/shared/contracts/comments';
import { getPageTree, putPageTree } from '@stagelink/shared/contracts/pageTrees';
import { canonicalJson } from '@stagelink/shared/locator/tree/canonicalJson';
import { TREE_BYTES } from '@stagelink/shared/locator/tree/limits';
import { PageTree } from '@stagelink/shared/locator/tree/pageTree';
import type { TreeRead } from '@stagelink/shared/preview/messages';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { uuid } from '../../lib/uuid.ts';
import type { Preview } from '../preview/usePreview.ts';
import { patchComments } from './api.ts';

/** Reading a large page takes a second; one that is gone does not reply. */
const READ_MS = 20_000;
/** A page whose tree is too large is read again with fewer elements. */
const READS_MAX = 3;

/** Returns a tree; it never changes. */
export const fetchTree = (snapshotId: string, hash: string): Promise<PageTree> =>
  queryClient.fetchQuery({
    queryKey: ['pageTree', snapshotId, hash],
    queryFn: () => call(getPageTree, { id: snapshotId, hash }),
    staleTime: Infinity,
  });

type Agent = Pick<Preview, 'send' | 'listen'>;

function readPage({ send, listen }: Agent, pins: string[], max?: number): Promise<TreeRead | null> {
  return new Promise((resolve) => {
    const id = uuid();
    const timer = setTimeout(() => end(null), READ_MS);
    const stop = listen((message) => {
      if (message.type === 'treeRead' && message.id === id) end(message);
    });
    function end(read: TreeRead | null): void {
      clearTimeout(timer);
      stop();
      resolve(read);
    }
    if (!send({ type: 'readTree', id, pins, ...(max !== undefined && { max }) })) end(null);
  });
}

async function deflate(json: string): Promise<Uint8Array> {
  const compressed = new Blob([json]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

const asBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

async function hashOf(json: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(json));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface RecordedPage {
  hash: string;
  body: Uint8Array;
  nodes: TreeRead['nodes'];
}

/** Records the page that is shown. Null if it cannot be read, or if none of these pins is surely found on it. */
async function recordPage(agent: Agent, pins: string[]): Promise<RecordedPage | null> {
  let max: number | undefined;
  for (let reads = 0; reads < READS_MAX; reads += 1) {
    const read = await readPage(agent, pins, max);
    if (!read?.tree || read.nodes.length === 0) return null;
    const tree = PageTree.parse(JSON.parse(read.tree));
    const json = canonicalJson(tree);
    const body = await deflate(json);
    if (body.length <= TREE_BYTES) return { hash: await hashOf(json), body, nodes: read.nodes };
    max = Math.floor((tree.nodes.length * TREE_BYTES * 0.9) / body.length);
  }
  return null;
}

/** Shows which trees these pins are kept with. One change of the list, however many they are. */
const showKept = (snapshotId: string, kept: readonly { commentId: string; trees: PinTree[] }[]) => {
  const byId = new Map(kept.map(({ commentId, trees }) => [commentId, trees]));
  return patchComments(snapshotId, (comments) =>
    comments.map((each) => {
      const trees = byId.get(each.id);
      return trees ? { ...each, trees } : each;
    }),
  );
};

/**
 * Keeps the page that is shown with these pins of a snapshot, as far as they are surely found on it. Does nothing where
 * the browser cannot hash, which it can only on HTTPS and localhost.
 */
export async function keepTrees(
  agent: Agent,
  version: number,
  snapshotId: string,
  pins: readonly string[],
): Promise<void> {
  if (!('subtle' in crypto)) return;
  const page = await recordPage(agent, [...pins]);
  if (!page) return;
  const named = page.nodes.map(({ id, ...nodes }) => ({ commentId: id, ...nodes }));
  const input = { id: snapshotId, hash: page.hash, version, pins: named };
  let reply = await call(putPageTree, input);
  // The bytes are sent only where the snapshot does not have them.
  if (reply.isMissing) reply = await call(putPageTree, { ...input, tree: asBase64(page.body) });
  await showKept(snapshotId, reply.kept);
}
