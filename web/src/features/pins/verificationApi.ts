import type { OpenPin } from '../../lib/host.ts';
import pLimit from 'p-limit';
import { type Comment, listComments, type PinTree } from '@stagelink/shared/contracts/comments';
import { treeOn } from '@stagelink/shared/domain/treeOn';
import type { PageTree } from '@stagelink/shared/locator/tree/pageTree';
import {
  type DrawnPin,
  type PinStatus,
  type SettledFinding,
  settledFinding,
} from '@stagelink/shared/preview/messages';
import { pageOf, plainHashOf } from '@stagelink/shared/preview/routes';
import { call } from '../../lib/api.ts';
import { fetchTree } from '../comments/pageTreesApi.ts';
import { linkPreview } from '../preview/api.ts';
import { addHiddenFrame } from '../preview/hiddenFrameApi.ts';
import { openPreview } from '../snapshots/viewApi.ts';
import { readVersions } from '../versions/api.ts';
import { reportPins } from './resultsApi.ts';

const isOpenPin = (comment: Comment): comment is OpenPin =>
  comment.parentId === null &&
  comment.state === 'published' &&
  !comment.isPending &&
  comment.locator !== null;

export async function openPins(snapshotId: string): Promise<OpenPin[]> {
  return (await call(listComments, { id: snapshotId })).comments.filter(isOpenPin);
}

interface Verified {
  snapshotId: string;
  version: number;
}

/** Pages verified in parallel; each runs a whole prototype. */
const AT_ONCE = 2;
const PAGE_MS = 20_000;
/** Parts of a page that are opened to find the pins in them, and the time for each. */
const PARTS_MAX = 20;
const PART_MS = 10_000;
/** No more results are expected after this time without one. */
const QUIET_MS = 1_200;
/** A page that renders step by step improves its results. */
const RANK: Record<PinStatus, number> = { elsewhere: 0, lost: 1, removed: 2, doubtful: 3, found: 4 };

const drawnOf =
  (trees: ReadonlyMap<string, PinTree>) =>
  ({ id, pinNumber, locator, actions, further: others }: OpenPin): DrawnPin => {
    const tree = trees.get(id);
    const further = others?.elements.map(({ locator }) => locator) ?? null;
    const pin = { id, number: pinNumber, locator, actions, further, isResolved: false, isCurrent: false };
    return { ...pin, ...(tree && { tree: { hash: tree.hash, node: tree.node, further: tree.further } }) };
  };

/** The recorded pages that pins are found by on a version, and which pins these are. */
interface GivenTrees {
  trees: { hash: string; tree: PageTree }[];
  ofPins: ReadonlyMap<string, PinTree>;
}

/** Loads the trees that pins have; a pin without one is found by its locator alone. */
async function treesOf({ snapshotId, version }: Verified, pins: OpenPin[]): Promise<GivenTrees> {
  const ofPins = new Map(
    pins.flatMap(({ id, trees }) => {
      const tree = treeOn(trees, version);
      return tree ? [[id, tree] as const] : [];
    }),
  );
  const hashes = [...new Set([...ofPins.values()].map(({ hash }) => hash))];
  try {
    const trees = await Promise.all(
      hashes.map(async (hash) => ({ hash, tree: await fetchTree(snapshotId, hash) })),
    );
    return { trees, ofPins };
  } catch {
    return { trees: [], ofPins: new Map() };
  }
}

const routeOf = ([first]: OpenPin[]): string => first?.locator.route ?? '/';

/** Verifies the pins of the page at this single-use address. Omits pins without a result. */
function verifyAt(
  url: string,
  { snapshotId, version }: Verified,
  pins: OpenPin[],
  given: GivenTrees,
  signal: AbortSignal,
): Promise<SettledFinding[]> {
  return new Promise((resolve) => {
    const size = pins[0]?.context?.viewport;
    const frame = addHiddenFrame(size && { size });
    const known = new Map<string, SettledFinding>();
    const closed = new Set<string>();
    const opened = new Set<string>();
    let quiet: ReturnType<typeof setTimeout> | undefined;

    // The published version opens on the snapshot's origin, every other one on an origin of its own.
    const target = { contentOrigin: new URL(url).origin, snapshotId, version: () => version };
    const line = linkPreview(frame, target, {
      onReady() {
        if (given.trees.length > 0) line.send({ type: 'trees', trees: given.trees });
        line.send({ type: 'pins', pins: pins.map(drawnOf(given.ofPins)), areShown: false });
      },
      onMessage(message) {
        if (message.type === 'reopened') goOnSoon();
        if (message.type !== 'pins') return;
        for (const reported of message.findings) {
          const finding = settledFinding(reported);
          if (!finding) continue;
          if (reported.status === 'closed') closed.add(reported.id);
          const before = known.get(finding.id);
          if (!before || RANK[finding.status] > RANK[before.status]) known.set(finding.id, finding);
        }
        // The best possible result.
        if (pins.every(({ id }) => known.get(id)?.status === 'found')) end();
        else if (opened.size === 0 && pins.every(({ id }) => known.has(id))) goOnSoon();
      },
    });

    function goOnSoon(): void {
      clearTimeout(quiet);
      quiet = setTimeout(goOn, QUIET_MS);
    }

    /** An element may be in a part of the page that was open when it was pinned. */
    function goOn(): void {
      const isUnknown = ({ id }: OpenPin) => known.get(id)?.status === 'elsewhere';
      const next = pins.find((pin) => isUnknown(pin) && closed.has(pin.id) && !opened.has(pin.id));
      if (!next || opened.size === PARTS_MAX) return end();
      opened.add(next.id);
      line.send({ type: 'reopen', id: next.id, page: next.context?.page ?? null });
      clearTimeout(limit);
      limit = setTimeout(end, PART_MS);
    }

    let limit = setTimeout(end, PAGE_MS);
    function end(): void {
      clearTimeout(quiet);
      clearTimeout(limit);
      signal.removeEventListener('abort', end);
      line.close();
      frame.remove();
      resolve([...known.values()].filter(({ id }) => pins.some((pin) => pin.id === id)));
    }
    signal.addEventListener('abort', end);
    frame.src = url;
  });
}

async function verifyPage(
  verified: Verified,
  pins: OpenPin[],
  signal: AbortSignal,
): Promise<SettledFinding[]> {
  const { snapshotId, version } = verified;
  const given = await treesOf(verified, pins);
  const url = await openPreview(snapshotId, routeOf(pins), version).catch(() => null);
  return url === null || signal.aborted ? [] : verifyAt(url, verified, pins, given, signal);
}

function byPage(pins: OpenPin[]): OpenPin[][] {
  const pages = new Map<string, OpenPin[]>();
  for (const pin of pins) {
    const { route } = pin.locator;
    const page = pageOf(route) + plainHashOf(route);
    pages.set(page, [...(pages.get(page) ?? []), pin]);
  }
  return [...pages.values()];
}

/**
 * Opens each page with pins of a version, invisibly, and verifies them. `elsewhere` means it could not be
 * verified.
 */
async function checkPins(
  looked: Verified,
  pins: OpenPin[],
  signal: AbortSignal,
): Promise<Map<string, SettledFinding>> {
  const findings = new Map<string, SettledFinding>(
    pins.map(({ id }) => [id, { id, status: 'elsewhere', confidence: 0 }]),
  );
  const limit = pLimit(AT_ONCE);
  async function verify(page: OpenPin[]): Promise<void> {
    if (signal.aborted) return;
    for (const finding of await verifyPage(looked, page, signal)) findings.set(finding.id, finding);
  }
  await limit.map(byPage(pins), verify);
  return findings;
}

/**
 * Verifies pins on a version and reports the results to the server. Empty if previews have no origin of their
 * own, as in path mode: a page on ours could not be let in without its sandbox.
 */
export async function verifyPins(
  snapshotId: string,
  version: number,
  pins: OpenPin[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, SettledFinding>> {
  const versions = await readVersions(snapshotId);
  if (!versions.find(({ number }) => number === version)?.contentOrigin) return new Map();
  const findings = await checkPins({ snapshotId, version }, pins, signal);
  if (!signal.aborted) await reportPins(snapshotId, version, findings.values());
  return findings;
}
