import { AGENT_PATH, PICTURE_PATH, PINS_PATH } from '@stagelink/shared/preview/handshake';
import type { FromAgent, PreviewState, ToAgent } from '@stagelink/shared/preview/messages';
import { putUpGate } from './gate.ts';
import { openLink } from './link.ts';
import * as native from './native.ts';
import { readPage, routeOf, watchPage } from './page.ts';
import type { Pins } from './pins/pins.ts';

const { location, parent } = window;

/** A frame within the prototype is the prototype's own business: only its outermost document is the preview. */
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

/** What one document leaves for the next; no prototype finds it, because it is taken before its first script runs. */
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

const keep = native.quietly((word: string) => sessionStorage.setItem(KEPT, word));

/** What is needed for pins is loaded when the viewer first asks for something only it can do. */
function createPins(base: string, root: string, send: (message: FromAgent) => void) {
  const gate = putUpGate();
  const kept = takeKept();
  const load = async () => {
    const { start } = (await import(/* @vite-ignore */ base + PINS_PATH)) as typeof import('./pins/pins.ts');
    const routeNow = () => routeOf(root);
    return start({ native, gate, root, routeNow, pictureUrl: base + PICTURE_PATH, keep, kept, send });
  };
  let loading: Promise<Pins> | undefined;
  let loaded: Pins | undefined;
  return {
    async hear(message: ToAgent) {
      try {
        loaded = await (loading ??= load());
        loaded.hear(message);
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
  /** The viewer is ours, and all it can ask for is harmless. */
  const obey = (message: ToAgent) => {
    if (message.type === 'reload') location.reload();
    // In place of this entry, so that Back leads out of the prototype; a bare hash would be read against its <base>.
    else if (message.type === 'goTo') location.replace(location.href.replace(/#.*/, '') + message.hash);
    else void pins.hear(message);
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
  // Whatever went wrong here, the prototype must not notice.
}
