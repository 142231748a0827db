import { AGENT_PATH, CONNECT, READY } from '@stagelink/shared/preview/handshake';
import { FromAgent, type ToAgent } from '@stagelink/shared/preview/messages';

/** An honest agent sends at most ten messages a second; a hostile page must not keep the viewer busy. */
const BURST = 40;
const PER_SECOND = 20;

/** A bucket that holds `BURST` permits and wins `PER_SECOND` back each second. */
function createBudget(now: () => number): () => boolean {
  let permits = BURST;
  let last = now();
  return () => {
    const time = now();
    permits = Math.min(BURST, permits + ((time - last) / 1000) * PER_SECOND);
    last = time;
    if (permits < 1) return false;
    permits -= 1;
    return true;
  };
}

interface Listener {
  /** A document of the prototype has started. */
  onReady: () => void;
  onMessage: (message: FromAgent) => void;
}

export interface PreviewLink {
  /** False when no agent is there to be told. */
  send: (message: ToAgent) => boolean;
  close: () => void;
}

/**
 * The viewer's end of the line to the agent in `frame`. Only that very frame is heard, and only while it shows the
 * snapshot's own origin, `null` meaning an opaque one; whatever it says beyond the contract is dropped unread.
 */
export function linkPreview(
  frame: HTMLIFrameElement,
  contentOrigin: string | null,
  { onReady, onMessage }: Listener,
): PreviewLink {
  const mayHear = createBudget(() => performance.now());
  let port: MessagePort | undefined;

  function connect(window: Window): void {
    port?.close();
    const channel = new MessageChannel();
    port = channel.port1;
    port.addEventListener('message', ({ data }) => {
      if (!mayHear()) return;
      const message = FromAgent.safeParse(data);
      if (message.success) onMessage(message.data);
    });
    port.start();
    // An opaque origin cannot be named; what goes to it is a port and nothing else.
    window.postMessage(CONNECT, contentOrigin ?? '*', [channel.port2]);
    onReady();
  }

  function hear(event: MessageEvent): void {
    const window = frame.contentWindow;
    if (window === null || event.source !== window || event.origin !== (contentOrigin ?? 'null')) return;
    if (event.data === READY && mayHear()) connect(window);
  }

  window.addEventListener('message', hear);
  return {
    send(message) {
      port?.postMessage(message);
      return port !== undefined;
    },
    close() {
      window.removeEventListener('message', hear);
      port?.close();
      port = undefined;
    },
  };
}

/**
 * Whether a content origin answers at all: no browser tells of a frame. What it answers is of no interest. In path
 * mode the origin is our own, which has just answered.
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

/** No top navigation: a prototype may not take the viewer elsewhere. */
const PERMISSIONS = 'allow-scripts allow-forms allow-modals allow-popups allow-downloads';

/**
 * Shows an address in a frame of our own making. A prototype keeps its origin only where that is not ours, as it is in
 * path mode. The sandbox comes with the address: around an empty frame, which is ours too, it would be no wall.
 */
export function showIn(frame: HTMLIFrameElement, url: string, contentOrigin: string | null): void {
  frame.setAttribute('sandbox', contentOrigin === null ? PERMISSIONS : `${PERMISSIONS} allow-same-origin`);
  frame.src = url;
}
