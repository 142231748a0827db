import { AGENT_PATH, PINS_PATH, RECOVERY_PATH } from '@stagelink/shared/preview/handshake';
import type { FromAgent, ToAgent } from '@stagelink/shared/preview/messages';
import { watchFaults } from './faults.ts';
import { installInterceptor } from './gate.ts';
import { openLink } from './link.ts';
import * as native from './native.ts';
import { readPage, routeOf, watchPage } from './page.ts';
import type { PinMessage, Pins } from './pins/pins.ts';
import { watchTimers } from './timers.ts';
import { watchTyping } from './typing.ts';

const { document, location, parent } = window;
const { stringify } = JSON;

/** Only the outermost document of the prototype is the preview; frames inside it belong to the prototype. */
function isPreview(): boolean {
  if (parent === window) return false;
  try {
    return parent.location.origin !== location.origin;
  } catch {
    return true;
  }
}

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
    // A page in path mode has no storage.
    return null;
  }
}

const keep = native.withoutErrors((word: string) => sessionStorage.setItem(KEPT, word));

/** Loads the pin code when the viewer first needs it. */
function createPins(
  base: string,
  root: string,
  { report, send }: { report: () => void; send: (message: FromAgent) => void },
) {
  const gate = installInterceptor();
  const typed = watchTyping();
  const faults = watchFaults();
  const timers = watchTimers();
  const kept = takeKept();
  const load = async () => {
    const { start } = (await import(/* @vite-ignore */ base + PINS_PATH)) as typeof import('./pins/pins.ts');
    return start({
      native,
      gate,
      root,
      routeNow: () => routeOf(root),
      typed,
      faults,
      timers,
      keep,
      kept,
      report,
      send,
    });
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
        const reply = message.type === 'pick' ? 'picking' : message.type === 'freeze' && 'frozen';
        if (reply) send({ type: reply, isOn: false, isBlocked: true });
      }
    },
    moved: () => loaded?.moved(),
    pageOf: (route: string) => loaded?.pageOf(route) ?? route,
  };
}

function start(appOrigin: string, base: string, root: string, tag: HTMLScriptElement): void {
  const { documentElement } = document;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // The browser waited for a service worker of the prototype.
  const about = { tag: { ...tag.dataset }, isFromWorker: !!navigation?.workerStart };
  let sent: string | undefined;
  /** `document.open` removes the agent's listeners with the document's content: another agent takes over. */
  const isReplaced = () => {
    const isOver = document.documentElement !== documentElement;
    if (isOver) void recover('restart');
    return isOver;
  };
  const report = () => {
    if (isReplaced()) return;
    const state = readPage(root);
    state.route = pins.pageOf(state.route);
    const now = stringify(state);
    if (now === sent) return;
    sent = now;
    link.send(state);
    pins.moved();
  };
  const reportAll = () => {
    link.send({ type: 'document', ...about, isLoaded: document.readyState === 'complete' });
    sent = undefined;
    report();
    if (tag.dataset['isolation'] && !crossOriginIsolated) link.send({ type: 'unisolated' });
  };
  const recover = async (way: 'refresh' | 'restart') => {
    const path = base + RECOVERY_PATH;
    try {
      const recovery = (await import(/* @vite-ignore */ path)) as typeof import('./recovery/recovery.ts');
      recovery[way](tag);
    } catch {
      if (way === 'refresh') reportAll();
    }
  };
  /** The viewer is trusted, and its commands are harmless. */
  const obey = (message: ToAgent) => {
    if (message.type === 'reload') location.reload();
    else if (message.type === 'refresh') void recover(message.type);
    else if (message.type === 'report') reportAll();
    else void pins.take(message);
  };
  const link = openLink(appOrigin, isReplaced, reportAll, (message) => obey(message as ToAgent));
  const pins = createPins(base, root, { report, send: link.send });
  watchPage(report, (url) => link.send({ type: 'leaving', url }));
}

function run(script: HTMLScriptElement): void {
  const { app } = script.dataset;
  const { origin, pathname } = new URL(script.src);
  const root = pathname.slice(0, -AGENT_PATH.length);
  script.remove();
  if (app && isPreview()) start(app, origin + root, root, script);
}

try {
  run(document.currentScript as HTMLScriptElement);
} catch {
  // The prototype must not notice an error of the agent.
}
