import type { PinTree } from '@stagelink/shared/contracts/comments';
import { TREE_PINS_MAX } from '@stagelink/shared/contracts/limits';
import { treeOn } from '@stagelink/shared/domain/treeOn';
import {
  type Dispatch,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Preview } from '../preview/usePreview.ts';
import { type DocumentTrees, givenTo, type GivenTrees } from './givenTrees.ts';
import { fetchTree, keepTrees } from './pageTreesApi.ts';
import { isResolved, type Thread } from './threads.ts';

/** A page that is still loading changes. */
const SETTLED_MS = 3_000;
/** Reading fails while the page changes, or its pins are found anew. */
const ATTEMPTS_MAX = 3;
/** Recorded pages of a version that one page of the prototype is matched with. */
const TREES_MAX = 6;

interface PageTreesProps {
  preview: Preview;
  snapshotId: string;
  threads: readonly Thread[];
  given: DocumentTrees;
  onGiven: Dispatch<SetStateAction<DocumentTrees>>;
}

/** Gives the agent the trees of the pins on the shown page, where the page may have changed or the locator is not sure. */
function useGiving({ preview, snapshotId, threads, onGiven }: PageTreesProps): void {
  const { send, documents, findings, version } = preview;
  const requested = useRef(new Set<string>());

  const give = useEffectEvent(async (wanted: (readonly [string, PinTree])[]) => {
    const hashes = [...new Set(wanted.map(([, { hash }]) => hash))];
    const trees = await Promise.all(
      hashes.map(async (hash) => ({ hash, tree: await fetchTree(snapshotId, hash) })),
    );
    if (!send({ type: 'trees', trees })) return;
    onGiven((before) => {
      const given = givenTo(documents, before);
      return { ...given, trees: new Map([...given.trees, ...wanted]) };
    });
  });

  /** These pins are found by their locators alone; the next document asks again. */
  const leaveOut = useEffectEvent((ids: string[]) =>
    onGiven((before) => {
      const given = givenTo(documents, before);
      if (ids.every((id) => given.missing.has(id))) return before;
      return { ...given, missing: new Set([...given.missing, ...ids]) };
    }),
  );

  useEffect(() => {
    const wanted = threads.flatMap(({ root: { id, trees } }) => {
      const status = findings.get(id)?.status;
      const tree = treeOn(trees, version);
      if (!tree || status === undefined || status === 'elsewhere') return [];
      return tree.version === version && status === 'found' ? [] : [[id, tree] as const];
    });
    const hashes = [...new Set(wanted.map(([, { hash }]) => hash))].slice(0, TREES_MAX);
    const beyond = wanted.filter(([, { hash }]) => !hashes.includes(hash)).map(([id]) => id);
    if (beyond.length > 0) leaveOut(beyond);
    const missing = wanted.filter(
      ([id, { hash }]) => hashes.includes(hash) && !requested.current.has(`${documents} ${id} ${hash}`),
    );
    if (missing.length === 0) return;
    for (const [id, { hash }] of missing) requested.current.add(`${documents} ${id} ${hash}`);
    void give(missing).catch(() => leaveOut(missing.map(([id]) => id)));
  }, [threads, findings, version, documents]);
}

/** Whether the shown page is to be kept with a pin: it is the first one, or a newer version on which the pin is found. */
const needsTree = ({ root }: Thread, version: number) =>
  root.can.repin &&
  root.locator !== null &&
  root.version <= version &&
  root.trees.every((tree) => tree.version < version);

const attemptKey = ({ root }: Thread, version: number) => `${root.id} ${version}`;

/** Keeps the shown page with the pins that are surely found on it, in idle time. What fails is tried again, and on the next visit. */
function useKeptTrees({ preview, snapshotId, threads }: PageTreesProps, given: GivenTrees): void {
  const { findings, version, kept } = preview;
  const [attempts, setAttempts] = useState<ReadonlyMap<string, number>>(new Map());
  const isBusy = useRef(false);
  const due = useMemo(
    () =>
      threads.filter(
        (thread) =>
          // The version of a page that was kept by the prototype is not certain.
          kept === null &&
          findings.get(thread.root.id)?.status === 'found' &&
          needsTree(thread, version) &&
          (thread.root.trees.length === 0 || given.has(thread.root.id)) &&
          (attempts.get(attemptKey(thread, version)) ?? 0) < ATTEMPTS_MAX,
      ),
    [threads, findings, version, kept, given, attempts],
  );

  const keep = useEffectEvent(async (pins: readonly Thread[]) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const ids = pins.map(({ root }) => root.id);
      await keepTrees(preview, version, snapshotId, ids);
    } catch {
      // A pin works without its tree.
    }
    isBusy.current = false;
    const keys = pins.map((thread) => attemptKey(thread, version));
    setAttempts(
      (before) => new Map([...before, ...keys.map((key) => [key, (before.get(key) ?? 0) + 1] as const)]),
    );
  });

  useEffect(() => {
    if (due.length === 0) return;
    const timer = setTimeout(() => void keep(due.slice(0, TREE_PINS_MAX)), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [due]);
}

/** Keeps pages with their pins, and has pins found by the pages that they were made on. */
export function PageTrees(props: PageTreesProps) {
  const { preview, given } = props;
  const threads = useMemo(() => props.threads.filter((thread) => !isResolved(thread)), [props.threads]);
  const unresolved = { ...props, threads };
  useGiving(unresolved);
  useKeptTrees(unresolved, givenTo(preview.documents, given).trees);
  return null;
}
