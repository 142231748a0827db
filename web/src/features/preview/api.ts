import { FRAME_ALLOW, FRAME_SANDBOX } from '@stagelink/shared/preview/framePermissions';
import { AGENT_PATH, CONNECT, READY } from '@stagelink/shared/preview/handshake';
import {
  type DocumentReport,
  FromAgent,
  type PreviewState,
  type ToAgent,
} from '@stagelink/shared/preview/messages';
import { createBudget } from './budget.ts';
import { EMPTY, type FrameEvent, type FrameState, next } from './frameState.ts';

/** An agent sends at most ten messages a second; a hostile page must not keep the viewer busy. */
const BURST = 40;
const PER_SECOND = 20;
/** Pages of another version about which the server is asked; a hostile page could pretend to be many. */
const DOUBTS = 5;
const DOUBTS_PER_SECOND = 0.1;
/** An agent connects before its document has loaded, and answers at once. */
const ANSWER_MS = 1000;

/** What the frame is to show. */
export interface FrameTarget {
  /** The snapshot's own origin; null if it is opaque. */
  contentOrigin: string | null;
  snapshotId: string;
  version: () => number;
  /**
   * Asks the server about a page of another version, or of an unknown one. Returns whether the snapshot has that
   * version; afterwards `version` is up to date. Without it the page counts as outdated.
   */
  verify?: (version: number | null) => Promise<boolean>;
}

/** A message of a document that is ready. The others are about the document itself. */
export type PageMessage = Exclude<FromAgent, { type: 'document' | 'leaving' }>;

export interface FrameListener {
  /** A document of the wanted version is ready. */
  onReady?: () => void;
  /** Called after every change of the state, before the messages of that document. */
  onState?: (state: FrameState, before: FrameState) => void;
  onMessage: (message: PageMessage) => void;
}

export interface PreviewLink {
  /** Returns false without a connected agent. */
  send: (message: ToAgent) => boolean;
  close: () => void;
}

type Listen<M> = (message: M) => void;

/**
 * Takes the handshake of the agent in `frame`: messages of that frame only, while it shows the snapshot's own origin.
 * Drops messages that violate the contract, and a flood.
 */
function openPort(
  frame: HTMLIFrameElement,
  contentOrigin: string | null,
  { onConnected, onMessage }: { onConnected: () => void; onMessage: Listen<FromAgent> },
) {
  const takePermit = createBudget(BURST, PER_SECOND);
  let port: MessagePort | undefined;

  function connect(window: Window): void {
    port?.close();
    const channel = new MessageChannel();
    port = channel.port1;
    port.addEventListener('message', ({ data }) => {
      if (!takePermit()) return;
      const message = FromAgent.safeParse(data);
      if (message.success) onMessage(message.data);
    });
    port.start();
    onConnected();
    // An opaque origin has no name; the message contains only a port.
    window.postMessage(CONNECT, contentOrigin ?? '*', [channel.port2]);
  }

  function handleMessage(event: MessageEvent): void {
    const window = frame.contentWindow;
    if (window === null || event.source !== window || event.origin !== (contentOrigin ?? 'null')) return;
    if (event.data === READY && takePermit()) connect(window);
  }

  window.addEventListener('message', handleMessage);
  return {
    post: (message: ToAgent) => port?.postMessage(message),
    close() {
      window.removeEventListener('message', handleMessage);
      port?.close();
    },
  };
}

/** Returns the version that a document says it belongs to; null for another snapshot's and for none. */
const versionIn = ({ tag }: DocumentReport, { snapshotId }: FrameTarget): number | null =>
  tag.snapshot === snapshotId && tag.version !== undefined ? Number(tag.version) : null;

/** Pages that a former release sent say nothing. A worker may have kept one of them. */
const isUnsaid = ({ tag, isFromWorker }: DocumentReport) => tag.version === undefined && !isFromWorker;

/** Returns the route of an untrusted URL; null for one outside of the prototype. */
function routeIn(url: string, { contentOrigin }: FrameTarget): string | null {
  try {
    const { origin, pathname, search, hash } = new URL(url);
    return origin === contentOrigin ? pathname + search + hash : null;
  } catch {
    return null;
  }
}

/** Connects the viewer to the documents in `frame`. `before` is the state of the frame that it replaces. */
export function linkPreview(
  frame: HTMLIFrameElement,
  target: FrameTarget,
  { onReady, onState, onMessage }: FrameListener,
  before: FrameState = EMPTY,
): PreviewLink {
  const takeDoubt = createBudget(DOUBTS, DOUBTS_PER_SECOND);
  let state = before;
  let lastReport: PreviewState | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const port = openPort(frame, target.contentOrigin, {
    onConnected: () => dispatch({ type: 'connected' }),
    onMessage: receive,
  });

  function dispatch(event: FrameEvent): void {
    const former = state;
    state = next(state, event);
    if (state === former) return;
    onState?.(state, former);
    if (state.phase !== 'ready') return;
    const isNew = former.phase !== 'ready';
    if (isNew && state.kept === null) onReady?.();
    if (lastReport && (isNew || event.type === 'reported')) onMessage(lastReport);
  }

  async function verify(version: number | null): Promise<void> {
    const { document } = state;
    const isKnown = takeDoubt() ? await target.verify?.(version).catch(() => null) : null;
    if (isKnown === null) dispatch({ type: 'unverified', document });
    else {
      const isRight = version === target.version();
      dispatch({ type: 'verified', document, isRight, version: isKnown ? version : null });
    }
    if (state.phase === 'loading' && state.stage === 'refreshing') port.post({ type: 'refresh' });
  }

  function describe(report: DocumentReport): void {
    const version = versionIn(report, target);
    const isRight = version === target.version() || isUnsaid(report);
    const { isLoaded, isFromWorker } = report;
    dispatch({ type: 'described', isRight, isLoaded, isFromWorker });
    if (state.phase === 'loading' && state.stage === 'doubted') void verify(version);
  }

  function receive(message: FromAgent): void {
    if (message.type === 'document') return describe(message);
    if (message.type === 'leaving') return dispatch({ type: 'headed', route: routeIn(message.url, target) });
    if (message.type === 'state') {
      lastReport = message;
      return dispatch({ type: 'reported', route: message.route });
    }
    if (state.phase === 'ready') onMessage(message);
  }

  function handleLoad(_event?: Event, ageMs = 0): void {
    // Some browsers fire `load` for a frame without a URL.
    if (!frame.hasAttribute('src')) return;
    dispatch({ type: 'loaded' });
    if (state.phase === 'ready') port.post({ type: 'report' });
    clearTimeout(timer);
    timer = setTimeout(() => dispatch({ type: 'waited' }), ANSWER_MS + ageMs);
  }

  frame.addEventListener('load', handleLoad);
  // The frame in the first HTML may have loaded before. The longer ago, the later its agent repeats itself.
  if (performance.getEntriesByName(frame.src)[0]) handleLoad(undefined, performance.now());
  return {
    send(message) {
      // An unexplained document has probably no agent.
      const isConnected = state.phase !== 'silent' && state.document > before.document;
      if (!isConnected || state.load === 'unexplained') return false;
      if (message.type === 'show') dispatch({ type: 'headed', route: message.route });
      if (message.type === 'reload') dispatch({ type: 'reloaded' });
      port.post(message);
      return true;
    },
    close() {
      clearTimeout(timer);
      frame.removeEventListener('load', handleLoad);
      port.close();
    },
  };
}

/**
 * Whether a content origin responds: browsers do not report load failures of frames. In path mode the
 * origin is ours, which has just responded.
 */
export async function canReach(contentOrigin: string | null): Promise<boolean> {
  if (contentOrigin === null) return true;
  try {
    const options = { method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store' } as const;
    await fetch(contentOrigin + AGENT_PATH, options);
    return true;
  } catch {
    return false;
  }
}

/**
 * Shows a URL in a new frame. A prototype keeps its origin unless it is ours, as in path mode. The sandbox
 * is set together with the URL: applied to an empty frame of our origin it would have no effect.
 */
export function showIn(frame: HTMLIFrameElement, url: string, contentOrigin: string | null): void {
  frame.setAttribute(
    'sandbox',
    contentOrigin === null ? FRAME_SANDBOX : `${FRAME_SANDBOX} allow-same-origin`,
  );
  frame.allow = FRAME_ALLOW;
  frame.src = url;
}
