import { GRANT_HOURS } from '@stagelink/shared/contracts/limits';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import type {
  FromAgent,
  PinFinding,
  PinMoved,
  PreviewState,
  ToAgent,
} from '@stagelink/shared/preview/messages';
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { isSamePage } from '@stagelink/shared/preview/routes';
import { canReach, linkPreview, type PreviewLink, showIn } from './api.ts';
import { openPreview } from '../snapshots/viewApi.ts';
import { t } from './copy.ts';
import { adoptFrame } from './previewFrame.ts';
import { queueVisits, type VisitQueue } from './visitQueue.ts';
import { type FrameStatus, watchFrame } from './watchFrame.ts';

/** Slightly less than the server's lifetime, which started earlier. */
const GRANT_MS = GRANT_HOURS * 3_600_000 - 60_000;

const hashOf = (route: string) => /#.+/.exec(route)?.[0];

/** A version other than the live one, on its own origin. */
export interface OtherVersion {
  number: number;
  contentOrigin: string | null;
}

type Listener = (message: FromAgent) => void;

/** The preview and the connection to its agent. */
export interface Preview {
  status: FrameStatus;
  /** State reported by the page; null without a report. */
  page: PreviewState | null;
  /** Current or pending route in the prototype. */
  route: string;
  /** Status of each pin sent to the agent. */
  findings: ReadonlyMap<string, PinFinding>;
  /** Number of documents whose agent has connected. Each starts without pins. */
  documents: number;
  version: number;
  /** Returns false without a connected agent. */
  send: (message: ToAgent) => boolean;
  /** Where the page last reported the pin of the open thread or of the unsent comment. */
  pinPlace: RefObject<PinMoved['pin']>;
  /** Subscribes to messages. Returns a function that unsubscribes. */
  listen: (listener: Listener) => () => void;
  /** Shows another route of the prototype. */
  visit: (route: string) => void;
  /** Reloads the same route from the newest files. */
  reload: () => void;
  /** Reloads in a new frame. */
  openAfresh: () => void;
  /** Shows another version at the same route; null returns to the live version. */
  showVersion: (other: OtherVersion | null) => void;
}

const NOTHING_FOUND: ReadonlyMap<string, PinFinding> = new Map();

export function usePreview(
  snapshot: SnapshotView,
  firstRoute: string,
  firstVersion: OtherVersion | null,
): Preview {
  const { id, name, public: isPublic } = snapshot;
  const [attempt, setAttempt] = useState(0);
  const [other, setOther] = useState(firstVersion);
  const [status, setStatus] = useState<FrameStatus>('opening');
  const [page, setPage] = useState<PreviewState | null>(null);
  const [findings, setFindings] = useState(NOTHING_FOUND);
  const [documents, setDocuments] = useState(0);
  const route = useRef(firstRoute);
  /** The requested route of a document that has not reported. */
  const requested = useRef<string>(null);
  const link = useRef<PreviewLink>(null);
  const listeners = useRef(new Set<Listener>());
  const queue = useRef<VisitQueue>(null);
  const openedAt = useRef(0);
  const pinPlace = useRef<PinMoved['pin']>(null);
  const contentOrigin = other ? other.contentOrigin : snapshot.contentOrigin;
  const otherVersion = other?.number;

  const openAfresh = useCallback(() => {
    queue.current?.clear();
    setPage(null);
    setFindings(NOTHING_FOUND);
    setAttempt((count) => count + 1);
  }, []);

  const showVersion = useCallback(
    (next: OtherVersion | null) => {
      setOther(next);
      openAfresh();
    },
    [openAfresh],
  );

  const isLockedOut = useCallback(() => !isPublic && Date.now() > openedAt.current + GRANT_MS, [isPublic]);
  /** The prototype navigated to a page that the expired grant does not open. */
  const renew = useEffectEvent(() => {
    if (isLockedOut()) openAfresh();
  });

  useEffect(() => {
    let isOver = false;
    const frame = adoptFrame(id, attempt);
    const isEmpty = !frame.hasAttribute('src');
    openedAt.current = Date.now();
    const watch = watchFrame(frame, () => canReach(contentOrigin), setStatus);

    // The server never receives a hash, so the frame it rendered needs it set.
    let hash = isEmpty ? undefined : hashOf(route.current);
    let isNewDocument = false;

    function handleMessage(message: FromAgent): void {
      if (message.type === 'state') {
        requested.current = null;
        route.current = message.route;
        setPage(message);
        queue.current?.arrived(message.route, isNewDocument);
        isNewDocument = false;
      }
      if (message.type === 'pins') setFindings(new Map(message.findings.map((each) => [each.id, each])));
      if (message.type === 'pinMoved') pinPlace.current = message.pin;
      for (const listener of listeners.current) listener(message);
    }

    const line = linkPreview(frame, contentOrigin, {
      onReady() {
        watch.seen();
        if (hash !== undefined) line.send({ type: 'goTo', hash });
        hash = undefined;
        isNewDocument = true;
        setFindings(NOTHING_FOUND);
        setDocuments((count) => count + 1);
      },
      onSilentDocument() {
        if (requested.current === null) return;
        isNewDocument = true;
        const { clientWidth: width, clientHeight: height } = frame;
        handleMessage({ type: 'state', route: requested.current, title: '', viewport: { width, height } });
      },
      onMessage: handleMessage,
    });
    link.current = line;

    const loaded = () => renew();
    frame.addEventListener('load', loaded);

    async function fill(): Promise<void> {
      try {
        const url = await openPreview(id, route.current, otherVersion);
        if (!isOver) showIn(frame, url, contentOrigin);
      } catch {
        if (!isOver) setStatus('failed');
      }
    }
    if (isEmpty) void fill();

    return () => {
      isOver = true;
      watch.stop();
      frame.removeEventListener('load', loaded);
      line.close();
      link.current = null;
    };
  }, [id, contentOrigin, otherVersion, attempt]);

  useEffect(() => {
    adoptFrame(id, attempt).title = t('previewOf', { name });
  }, [id, name, attempt]);

  const send = useCallback((message: ToAgent) => link.current?.send(message) ?? false, []);

  const listen = useCallback((listener: Listener) => {
    listeners.current.add(listener);
    return () => void listeners.current.delete(listener);
  }, []);

  /**
   * Reloads the same route from the newest files. The agent keeps the scroll position; without an agent, or
   * with an expired grant, a new frame is created.
   */
  const reload = useCallback(() => {
    // Findings belong to the previous files.
    setFindings(NOTHING_FOUND);
    if (isLockedOut() || !send({ type: 'reload' })) openAfresh();
  }, [isLockedOut, send, openAfresh]);

  const show = useEffectEvent((next: string) => {
    const isHere = isSamePage(next, route.current);
    const message: ToAgent = isHere
      ? { type: 'goTo', hash: hashOf(next) ?? '#' }
      : { type: 'show', route: next, page: null };
    requested.current = isHere ? null : next;
    if (!isLockedOut() && send(message)) return !isHere;
    requested.current = next;
    route.current = next;
    openAfresh();
    return false;
  });
  useEffect(() => {
    const visits = queueVisits((next) => show(next));
    queue.current = visits;
    return () => visits.clear();
  }, []);
  const visit = useCallback((next: string) => queue.current?.visit(next), []);

  const version = otherVersion ?? snapshot.version;
  return useMemo(
    () => ({
      status,
      page,
      route: page?.route ?? firstRoute,
      findings,
      documents,
      version,
      send,
      pinPlace,
      listen,
      visit,
      reload,
      openAfresh,
      showVersion,
    }),
    [
      status,
      page,
      firstRoute,
      findings,
      documents,
      version,
      send,
      listen,
      visit,
      reload,
      openAfresh,
      showVersion,
    ],
  );
}
