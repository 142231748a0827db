import { AGENT_PATH, CONNECT, READY } from '@stagelink/shared/preview/handshake';
import { FromAgent, type ToAgent } from '@stagelink/shared/preview/messages';

/** An agent sends at most ten messages a second; a hostile page must not keep the viewer busy. */
const BURST = 40;
const PER_SECOND = 20;

/** Token bucket with `BURST` permits, refilled with `PER_SECOND` each second. */
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
  /** A document without an agent has loaded, such as a picture. */
  onSilentDocument?: () => void;
  onMessage: (message: FromAgent) => void;
}

export interface PreviewLink {
  /** Returns false without a connected agent. */
  send: (message: ToAgent) => boolean;
  close: () => void;
}

/**
 * Connects the viewer to the agent in `frame`. Accepts messages of that frame only, while it shows the
 * snapshot's own origin (`null`: opaque), and drops messages that violate the contract.
 */
export function linkPreview(
  frame: HTMLIFrameElement,
  contentOrigin: string | null,
  { onReady, onSilentDocument, onMessage }: Listener,
): PreviewLink {
  const takePermit = createBudget(() => performance.now());
  let port: MessagePort | undefined;
  let hasConnected = false;

  function disconnect(): void {
    port?.close();
    port = undefined;
    hasConnected = false;
  }

  function connect(window: Window): void {
    disconnect();
    hasConnected = true;
    const channel = new MessageChannel();
    port = channel.port1;
    port.addEventListener('message', ({ data }) => {
      if (!takePermit()) return;
      const message = FromAgent.safeParse(data);
      if (message.success) onMessage(message.data);
    });
    port.start();
    // An opaque origin has no name; the message contains only a port.
    window.postMessage(CONNECT, contentOrigin ?? '*', [channel.port2]);
    onReady();
  }

  function handleMessage(event: MessageEvent): void {
    const window = frame.contentWindow;
    if (window === null || event.source !== window || event.origin !== (contentOrigin ?? 'null')) return;
    if (event.data === READY && takePermit()) connect(window);
  }

  /** An agent connects before its document has loaded. */
  function handleLoad(): void {
    // Some browsers fire `load` for a frame without a URL.
    if (!frame.hasAttribute('src')) return;
    if (hasConnected) {
      hasConnected = false;
      return;
    }
    disconnect();
    onSilentDocument?.();
  }

  window.addEventListener('message', handleMessage);
  frame.addEventListener('load', handleLoad);
  return {
    send(message) {
      // The first agent may connect after its document has loaded.
      if (message.type === 'show') hasConnected = false;
      port?.postMessage(message);
      return port !== undefined;
    },
    close() {
      window.removeEventListener('message', handleMessage);
      frame.removeEventListener('load', handleLoad);
      disconnect();
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

/** No top navigation: a prototype must not navigate the viewer. */
const PERMISSIONS = 'allow-scripts allow-forms allow-modals allow-popups allow-downloads';

/**
 * Shows a URL in a new frame. A prototype keeps its origin unless it is ours, as in path mode. The sandbox
 * is set together with the URL: applied to an empty frame of our origin it would have no effect.
 */
export function showIn(frame: HTMLIFrameElement, url: string, contentOrigin: string | null): void {
  frame.setAttribute('sandbox', contentOrigin === null ? PERMISSIONS : `${PERMISSIONS} allow-same-origin`);
  frame.src = url;
}
