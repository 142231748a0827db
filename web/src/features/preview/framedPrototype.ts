import { GRANT_HOURS } from '@stagelink/shared/contracts/limits';
import type { ToAgent } from '@stagelink/shared/preview/messages';
import { RENEWAL_PATH, RENEWED } from '@stagelink/shared/preview/handshake';
import { isSamePage } from '@stagelink/shared/preview/routes';
import {
  canReach,
  type FrameTarget,
  linkPreview,
  type PageMessage,
  type PreviewLink,
  showIn,
} from './api.ts';
import { EMPTY, type FrameState, next } from './frameState.ts';
import { queueVisits } from './visitQueue.ts';
import { type FrameStatus, watchFrame } from './watchFrame.ts';

/** Slightly less than the server's lifetime, which started earlier. */
const GRANT_MS = GRANT_HOURS * 3_600_000 - 60_000;

/** A route that ends like a file which browsers show without HTML. Routes of pages may have dots, too. */
const IS_FILE = /^[^?#]*\.(css|gif|jpe?g|js|json|md|mp4|pdf|png|svg|txt|web[mp])([?#]|$)/i;

/**
 * How a page without the agent is opened again, which a service worker may keep so: by the renewal page, and where the
 * worker answers for that one as well, after the storage of its origin was cleared. `vain`: the renewal page was shown.
 */
type Renewal = 'none' | 'page' | 'storage' | 'vain';
const NEXT_RENEWAL: Record<Renewal, Renewal> = {
  none: 'page',
  page: 'storage',
  storage: 'none',
  vain: 'none',
};

const hashOf = (route: string) => /#.+/.exec(route)?.[0];

export interface FrameSource extends FrameTarget {
  /** Returns a URL for an empty frame. */
  open: (route: string) => Promise<string>;
  /** Whether the prototype opens without a grant. */
  isPublic: () => boolean;
}

export interface FrameEvents {
  onStatus: (status: FrameStatus) => void;
  onState: (state: FrameState, before: FrameState) => void;
  onMessage: (message: PageMessage) => void;
  /** Only a new frame can show the route. */
  onStuck: () => void;
}

interface Connection {
  source: FrameSource;
  events: FrameEvents;
  link: PreviewLink;
  openedAt: number;
}

/** Opens an empty frame. Returns a function that cancels it. */
function fill(
  frame: HTMLIFrameElement,
  opening: Promise<string>,
  { contentOrigin, onFailure }: { contentOrigin: string | null; onFailure: () => void },
): () => void {
  let isOver = false;
  opening.then(
    (url) => isOver || showIn(frame, url, contentOrigin),
    () => isOver || onFailure(),
  );
  return () => {
    isOver = true;
  };
}

/** The prototype in the frame: its route and the connection to the agent of its document. */
export class FramedPrototype {
  #route: string;
  #state = EMPTY;
  #renewal: Renewal = 'none';
  #connection: Connection | null = null;
  readonly #visits = queueVisits((route) => this.#show(route));

  constructor(route: string) {
    this.#route = route;
  }

  /** Returns false without a connected agent. */
  readonly send = (message: ToAgent): boolean => this.#connection?.link.send(message) ?? false;

  /** Shows another route, after the page under way has reported. */
  readonly visit = (route: string): void => this.#visits.visit(route);

  /** Reloads the same route from the newest files. The agent keeps the scroll position. */
  readonly reload = (): void => {
    if (this.#isLocked() || !this.send({ type: 'reload' })) this.#connection?.events.onStuck();
  };

  /** Connects a frame, and opens it at the current route if it is empty. Returns a function that disconnects it. */
  connect(frame: HTMLIFrameElement, source: FrameSource, events: FrameEvents): () => void {
    const { contentOrigin } = source;
    const isEmpty = !frame.hasAttribute('src');
    const watch = watchFrame(frame, () => canReach(contentOrigin), events.onStatus);
    // The server never receives a hash, so the frame it rendered needs it set.
    let hash = isEmpty ? undefined : hashOf(this.#route);
    const onState = (state: FrameState, before: FrameState) => {
      this.#state = state;
      events.onState(state, before);
      if (state.document > before.document) watch.seen();
      if (state.phase === 'silent') return this.#meetSilence(state, frame, events, contentOrigin !== null);
      if (state.phase !== 'ready') return;
      this.#renewal = 'none';
      if (hash !== undefined) link.send({ type: 'goTo', hash });
      hash = undefined;
      this.#arrive(state.route, before.phase !== 'ready');
    };
    const opened = next(this.#state, { type: 'opened', route: this.#route });
    const link = linkPreview(frame, source, { onState, onMessage: events.onMessage }, opened);
    onState(opened, this.#state);
    this.#connection = { source, events, link, openedAt: Date.now() };
    // The prototype may have navigated to a page that the expired grant does not open.
    const onLoad = () => this.#isLocked() && events.onStuck();
    frame.addEventListener('load', onLoad);
    const onRenewed = ({ data, origin, source: sender }: MessageEvent) => {
      if (data !== RENEWED || origin !== contentOrigin || sender !== frame.contentWindow) return;
      if (this.#renewal === 'page') this.#renewal = 'vain';
    };
    window.addEventListener('message', onRenewed);
    const onFailure = () => events.onStatus('failed');
    const cancel = isEmpty ? fill(frame, this.#open(source), { contentOrigin, onFailure }) : () => {};
    return () => {
      cancel();
      watch.stop();
      frame.removeEventListener('load', onLoad);
      window.removeEventListener('message', onRenewed);
      link.close();
      this.#visits.clear();
      this.#connection = null;
    };
  }

  async #open({ open, contentOrigin }: FrameSource): Promise<string> {
    if (this.#renewal === 'storage' && contentOrigin !== null)
      await (await import('./clearStorage.ts')).clearStorage(contentOrigin);
    const renewing = `${RENEWAL_PATH}?to=${encodeURIComponent(this.#route)}`;
    return open(this.#renewal === 'page' ? renewing : this.#route);
  }

  /** Whether the grant with which the frame was opened has expired. */
  #isLocked(): boolean {
    const { source, openedAt } = this.#connection ?? {};
    return source?.isPublic() === false && Date.now() > (openedAt ?? 0) + GRANT_MS;
  }

  /** Requests a route. Returns whether another document will replace the current one. */
  #show(wanted: string): boolean {
    const isHere = isSamePage(wanted, this.#route);
    const message: ToAgent = isHere
      ? { type: 'goTo', hash: hashOf(wanted) ?? '#' }
      : { type: 'show', route: wanted, page: null };
    if (!this.#isLocked() && this.send(message)) return !isHere;
    this.#route = wanted;
    this.#connection?.events.onStuck();
    return false;
  }

  #arrive(route: string, isNew: boolean): void {
    this.#route = route;
    this.#visits.arrived(route, isNew);
  }

  /** A new frame returns to the last known route. */
  #meetSilence(
    { route, isReloading }: FrameState,
    { clientWidth: width, clientHeight: height }: HTMLIFrameElement,
    events: FrameEvents,
    hasOrigin: boolean,
  ): void {
    this.#arrive(route ?? this.#route, true);
    const mayRenew = hasOrigin && route !== null && !IS_FILE.test(route);
    this.#renewal = (mayRenew && NEXT_RENEWAL[this.#renewal]) || 'none';
    if (isReloading || this.#renewal !== 'none') events.onStuck();
    else if (route !== null)
      events.onMessage({ type: 'state', route, title: '', viewport: { width, height } });
  }
}
