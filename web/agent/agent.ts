import { AGENT_PATH, PICTURE_PATH, PINS_PATH } from '@stagelink/shared/preview/handshake';
import type { FromAgent, PreviewState, ToAgent } from '@stagelink/shared/preview/messages';
import { installInterceptor } from './gate.ts';
import { openLink } from './link.ts';
import * as native from './native.ts';
import { readPage, routeOf, watchPage } from './page.ts';
import type { PinMessage, Pins } from './pins/pins.ts';
import { watchTyping } from './typing.ts';

const { location, parent } = window;

/** Only the outermost document of the prototype is the preview; frames inside it belong to the prototype. */
function isPreview(): boolean {
  if (parent === window) return false;
  try {
    return parent.location.origin !== location.origin;
  } catch {
    return true;
  }
}

const isSame = (a: PreviewState | undefined, b: PreviewState) =>
  a?.route === b.route &&
  a.title === b.title &&
  a.viewport.width === b.viewport.width &&
  a.viewport.height === b.viewport.height;

/**
 * Session storage key for data passed to the next document. Read before the prototype's first script runs.
 */
const KEPT = '__stagelink';

function takeKept(): string | null {
  try {
    const kept = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    return kept;
  } catch {
    // In path mode a page has no storage.
    return null;
  }
}

const keep = native.withoutErrors((word: string) => sessionStorage.setItem(KEPT, word));

/** Loads the pin code when the viewer first needs it. */
function createPins(base: string, root: string, send: (message: FromAgent) => void) {
  const gate = installInterceptor();
  const typed = watchTyping();
  const kept = takeKept();
  const load = async () => {
    const { start } = (await import(/* @vite-ignore */ base + PINS_PATH)) as typeof import('./pins/pins.ts');
    const routeNow = () => routeOf(root);
    return start({ native, gate, root, routeNow, typed, pictureUrl: base + PICTURE_PATH, keep, kept, send });
  };
  let loading: Promise<Pins> | undefined;
  let loaded: Pins | undefined;
  return {
    async take(message: PinMessage) {
      try {
        loaded = await (loading ??= load());
        loaded.take(message);
      } catch {
        if (!loaded) loading = undefined;
        if (message.type === 'pick') send({ type: 'picking', isOn: false });
      }
    },
    moved: () => loaded?.moved(),
  };
}

function start(appOrigin: string, base: string, root: string): void {
  let sent: PreviewState | undefined;
  const report = () => {
    const state = readPage(root);
    if (isSame(sent, state)) return;
    sent = state;
    link.send(state);
    pins.moved();
  };
  /** The viewer is trusted, and its commands are harmless. */
  const obey = (message: ToAgent) => {
    if (message.type === 'reload') location.reload();
    // Replaces the entry, so that Back leaves the prototype; a bare hash would resolve against its <base>.
    else if (message.type === 'goTo') location.replace(location.href.replace(/#.*/, '') + message.hash);
    else void pins.take(message);
  };
  const link = openLink(
    appOrigin,
    () => {
      sent = undefined;
      report();
    },
    (message) => obey(message as ToAgent),
  );
  const pins = createPins(base, root, link.send);
  watchPage(report);
}

function run(script: HTMLScriptElement): void {
  const appOrigin = script.getAttribute('data-app');
  const { origin, pathname } = new URL(script.src);
  const root = pathname.slice(0, -AGENT_PATH.length);
  script.remove();
  if (appOrigin && isPreview()) start(appOrigin, origin + root, root);
}

try {
  run(document.currentScript as HTMLScriptElement);
} catch {
  // The prototype must not notice an error of the agent.
}
