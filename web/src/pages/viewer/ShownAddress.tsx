import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { isOurHash, readViewerAddress } from '@stagelink/shared/preview/viewerUrl';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { shownPath } from '../../lib/shownPath.ts';
import type { Preview } from '../../features/preview/usePreview.ts';
import { readVersions } from '../../features/versions/api.ts';
import { namedIn } from './hashLinks.ts';

/** Browsers accept about a hundred changes in 30 seconds; a prototype may change its route ten times a second. */
const WRITE_EVERY_MS = 500;

export interface ShownAddressProps {
  snapshot: Pick<SnapshotView, 'id' | 'version' | 'contentOrigin'>;
  preview: Preview;
  /** The shown or requested route. */
  route: string;
  /** The id of the open thread. */
  thread: string | null;
}

const addressHere = () => readViewerAddress(window.location.pathname, window.location.search);

/** Follows an address that the user went to within this document: by Back, Forward, or another hash. */
function useAddressSteps({ snapshot, preview, route }: ShownAddressProps): () => boolean {
  const isUnderWay = useRef(false);

  async function showVersion(number: number): Promise<void> {
    isUnderWay.current = true;
    const versions = await readVersions(snapshot.id).catch(() => []);
    isUnderWay.current = false;
    const found = versions.find((each) => each.number === number);
    // It was deleted, and the live one may be shown already.
    if (!found) window.history.replaceState(null, '', shownPath(snapshot, { route }));
    preview.showVersion(found && !found.isShown ? found : null);
  }

  const follow = useEffectEvent(() => {
    const { pathname, search, hash } = window.location;
    const address = addressHere();
    if (!address) return;
    if ((address.version ?? snapshot.version) !== preview.chosen) {
      if (address.version === null) preview.showVersion(null);
      else void showVersion(address.version);
      return;
    }
    if (isOurHash(hash)) return;
    const isElsewhere = pathname + search + hash !== shownPath(snapshot, { route, version: address.version });
    if (isElsewhere) preview.visit(address.route + hash);
  });
  useEffect(() => {
    const listening = new AbortController();
    window.addEventListener('popstate', () => follow(), { signal: listening.signal });
    return () => listening.abort();
  }, []);
  return useCallback(() => isUnderWay.current, []);
}

/** Keeps the address of the viewer on the page, the version and the thread that it shows. Renders nothing. */
export function ShownAddress(props: ShownAddressProps) {
  const { snapshot, preview, route, thread } = props;
  // The version the link shows is not named. A page that a cache kept changes nothing about the chosen one.
  const version = preview.chosen === snapshot.version ? null : preview.chosen;
  const address = shownPath(snapshot, { route, version, thread });
  const isFollowing = useAddressSteps(props);
  const writtenAtMs = useRef(-Infinity);
  const lastVersion = useRef(version);
  const hasArrived = useRef(false);

  const write = useEffectEvent((next: string) => {
    const { pathname, search, hash } = window.location;
    // The preview's own steps are in the browser's history; a change of the version is not.
    const isStep = version !== lastVersion.current && version !== addressHere()?.version;
    lastVersion.current = version;
    // A panel stays in the address of its page.
    const isHere = pathname + search + (namedIn(hash).panel === null ? hash : '') === next;
    // The frame in the first HTML has no hash; the viewer sends it there.
    const awaitsHash = !hasArrived.current && pathname + search === next;
    hasArrived.current ||= preview.page !== null && !awaitsHash;
    if (isHere || awaitsHash || isFollowing()) return;
    writtenAtMs.current = performance.now();
    window.history[isStep ? 'pushState' : 'replaceState'](null, '', next);
  });
  useEffect(() => {
    const waitMs = Math.max(0, writtenAtMs.current + WRITE_EVERY_MS - performance.now());
    const timer = setTimeout(() => write(address), waitMs);
    return () => clearTimeout(timer);
  }, [address]);
  return null;
}
