import { GRANT_HOURS } from '@stagelink/shared/contracts/limits';
import type { FromAgent, ToAgent } from '@stagelink/shared/preview/messages';
import { isSamePage } from '@stagelink/shared/preview/routes';
import { canReach, linkPreview, type PreviewLink, showIn } from './api.ts';
import { queueVisits } from './visitQueue.ts';
import { type FrameStatus, watchFrame } from './watchFrame.ts';

/** Slightly less than the server's lifetime, which started earlier. */
const GRANT_MS = GRANT_HOURS * 3_600_000 - 60_000;

const hashOf = (route: string) => /#.+/.exec(route)?.[0];

export interface FrameSource {
  contentOrigin: string | null;
  /** Returns a URL for an empty frame. */
  open: (route: string) => Promise<string>;
  /** Whether the prototype opens without a grant. */
  isPublic: () => boolean;
}

export interface FrameEvents {
  onStatus: (status: FrameStatus) => void;
  /** The agent of a new document has connected. */
  onDocument: () => void;
  onMessage: (message: FromAgent) => void;
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
  /** The requested route of a document that has not reported. */
  #requested: string | null = null;
  #isNewDocument = false;
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
    const link = linkPreview(frame, contentOrigin, {
      onReady: () => {
        watch.seen();
        if (hash !== undefined) link.send({ type: 'goTo', hash });
        hash = undefined;
        this.#isNewDocument = true;
        events.onDocument();
      },
      onSilentDocument: () => this.#arriveSilently(frame, events),
      onMessage: (message) => this.#receive(message, events),
    });
    this.#isNewDocument = false;
    this.#connection = { source, events, link, openedAt: Date.now() };
    // The prototype may have navigated to a page that the expired grant does not open.
    const onLoad = () => this.#isLocked() && events.onStuck();
    frame.addEventListener('load', onLoad);
    const onFailure = () => events.onStatus('failed');
    const cancel = isEmpty ? fill(frame, source.open(this.#route), { contentOrigin, onFailure }) : () => {};
    return () => {
      cancel();
      watch.stop();
      frame.removeEventListener('load', onLoad);
      link.close();
      this.#visits.clear();
      this.#connection = null;
    };
  }

  /** Whether the grant with which the frame was opened has expired. */
  #isLocked(): boolean {
    const { source, openedAt } = this.#connection ?? {};
    return source?.isPublic() === false && Date.now() > (openedAt ?? 0) + GRANT_MS;
  }

  /** Requests a route. Returns whether another document will replace the current one. */
  #show(next: string): boolean {
    const isHere = isSamePage(next, this.#route);
    const message: ToAgent = isHere
      ? { type: 'goTo', hash: hashOf(next) ?? '#' }
      : { type: 'show', route: next, page: null };
    this.#requested = isHere ? null : next;
    if (!this.#isLocked() && this.send(message)) return !isHere;
    this.#requested = next;
    this.#route = next;
    this.#connection?.events.onStuck();
    return false;
  }

  #receive(message: FromAgent, { onMessage }: FrameEvents): void {
    if (message.type === 'state') {
      this.#requested = null;
      this.#route = message.route;
      this.#visits.arrived(message.route, this.#isNewDocument);
      this.#isNewDocument = false;
    }
    onMessage(message);
  }

  /** A document without an agent is at the requested route. */
  #arriveSilently(
    { clientWidth: width, clientHeight: height }: HTMLIFrameElement,
    events: FrameEvents,
  ): void {
    if (this.#requested === null) return;
    this.#isNewDocument = true;
    this.#receive({ type: 'state', route: this.#requested, title: '', viewport: { width, height } }, events);
  }
}
