import { CONNECT, READY } from '@stagelink/shared/preview/handshake';
import type { FromAgent } from '@stagelink/shared/preview/messages';
import { dataOf, later, listen, originOf, portsOf, post, sourceOf, startPort, stopHere } from './native.ts';

/** The viewer's script may start long after this page: READY is repeated with backoff until it answers. */
const FIRST_WAIT_MS = 50;
const LAST_WAIT_MS = 15_000;

const { parent } = window;

interface Link {
  /** Does nothing while disconnected. */
  send(message: FromAgent): void;
}

/**
 * Keeps a connection to the viewer at `appOrigin`, until the document is replaced. Calls `connected` for each new port and `onMessage` for each
 * message.
 */
export function openLink(
  appOrigin: string,
  isReplaced: () => boolean,
  connected: () => void,
  onMessage: (message: unknown) => void,
): Link {
  let port: MessagePort | undefined;
  let round = 0;

  function announce(): void {
    const mine = ++round;
    port = undefined;
    const say = (wait: number) => {
      if (port || mine !== round || isReplaced()) return;
      parent.postMessage(READY, appOrigin);
      if (wait < LAST_WAIT_MS) later(() => say(wait * 2), wait);
    };
    say(FIRST_WAIT_MS);
  }

  function take(event: Event): void {
    const message = event as MessageEvent;
    if (sourceOf(message) !== parent || originOf(message) !== appOrigin || dataOf(message) !== CONNECT)
      return;
    const offered = portsOf(message)[0];
    if (!offered) return;
    // Hides the message from the prototype's own listeners.
    stopHere(event);
    port = offered;
    listen(offered, 'message', (received) => onMessage(dataOf(received as MessageEvent)));
    startPort(offered);
    connected();
  }

  listen(window, 'message', take);
  listen(window, 'pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) announce();
  });
  announce();

  return {
    send(message) {
      if (port) post(port, message);
    },
  };
}
