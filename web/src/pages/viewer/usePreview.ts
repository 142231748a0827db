import { GRANT_HOURS } from '@stagelink/shared/contracts/limits';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import type { FromAgent, PinFinding, PreviewState, ToAgent } from '@stagelink/shared/preview/messages';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { canReach, linkPreview, type PreviewLink, showIn } from '../../data/preview.ts';
import { openPreview } from '../../data/snapshotView.ts';
import { t } from '../../words/viewer.ts';
import { takeFrame } from './stage.ts';
import { type FrameStatus, watchFrame } from './watchFrame.ts';

/** A little less than the server's, whose clock started before ours. */
const GRANT_MS = GRANT_HOURS * 3_600_000 - 60_000;

const hashOf = (route: string) => /#.+/.exec(route)?.[0];

/** Another version than the link's: its origin is its own. */
export interface OtherVersion {
  number: number;
  contentOrigin: string | null;
}

type Listener = (message: FromAgent) => void;

/** The preview on its stage, and the line to the agent in it. */
export interface Preview {
  status: FrameStatus;
  /** What the page in it says of itself; null while it says nothing. */
  page: PreviewState | null;
  /** Of the prototype, where the preview is or will be. */
  route: string;
  /** What has become of each pin that the agent was told of. */
  findings: ReadonlyMap<string, PinFinding>;
  /** Counts the documents whose agent has spoken: each knows nothing yet. */
  documents: number;
  /** The version that is shown. */
  version: number;
  /** False when no agent is there to be told. */
  send: (message: ToAgent) => boolean;
  /** Hears every message; the returned function stops that. */
  listen: (listener: Listener) => () => void;
  /** The same route again, from the newest files. */
  reload: () => void;
  /** In a new frame. */
  openAfresh: () => void;
  /** Shows another version at the same route; null goes back to the link's own. */
  showVersion: (other: OtherVersion | null) => void;
}

const NOTHING_FOUND: ReadonlyMap<string, PinFinding> = new Map();

/** The preview of a snapshot: what it shows and whether it does, and how to speak with it. */
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
  const link = useRef<PreviewLink>(null);
  const listeners = useRef(new Set<Listener>());
  const openedAt = useRef(0);
  const contentOrigin = other ? other.contentOrigin : snapshot.contentOrigin;
  const asked = other?.number;

  const openAfresh = useCallback(() => {
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
  /** The prototype has gone on to another page, and what it got there is a refusal. */
  const renew = useEffectEvent(() => {
    if (isLockedOut()) openAfresh();
  });

  useEffect(() => {
    let isOver = false;
    const frame = takeFrame(id, attempt);
    const isEmpty = !frame.hasAttribute('src');
    openedAt.current = Date.now();
    const watch = watchFrame(frame, () => canReach(contentOrigin), setStatus);

    // The server never sees a hash, so the frame it made has to be told of it.
    let hash = isEmpty ? undefined : hashOf(route.current);
    const line = linkPreview(frame, contentOrigin, {
      onReady() {
        watch.seen();
        if (hash !== undefined) line.send({ type: 'goTo', hash });
        hash = undefined;
        setFindings(NOTHING_FOUND);
        setDocuments((count) => count + 1);
      },
      onMessage(message) {
        if (message.type === 'state') {
          route.current = message.route;
          setPage(message);
        }
        if (message.type === 'pins') setFindings(new Map(message.findings.map((each) => [each.id, each])));
        for (const listener of listeners.current) listener(message);
      },
    });
    link.current = line;

    const loaded = () => renew();
    frame.addEventListener('load', loaded);

    async function fill(): Promise<void> {
      try {
        const url = await openPreview(id, route.current, asked);
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
  }, [id, contentOrigin, asked, attempt]);

  useEffect(() => {
    takeFrame(id, attempt).title = t('previewOf', { name });
  }, [id, name, attempt]);

  const send = useCallback((message: ToAgent) => link.current?.send(message) ?? false, []);

  const listen = useCallback((listener: Listener) => {
    listeners.current.add(listener);
    return () => void listeners.current.delete(listener);
  }, []);

  /**
   * The same route again, from the newest files. The agent keeps the reader's place; without it, or when the browser
   * would no longer be let in, the frame is new.
   */
  const reload = useCallback(() => {
    // What was found was found in the files of before.
    setFindings(NOTHING_FOUND);
    if (isLockedOut() || !send({ type: 'reload' })) openAfresh();
  }, [isLockedOut, send, openAfresh]);

  const version = asked ?? snapshot.version;
  return useMemo(
    () => ({
      status,
      page,
      route: page?.route ?? firstRoute,
      findings,
      documents,
      version,
      send,
      listen,
      reload,
      openAfresh,
      showVersion,
    }),
    [status, page, firstRoute, findings, documents, version, send, listen, reload, openAfresh, showVersion],
  );
}
