import { AGENT_PATH } from '@stagelink/shared/preview/handshake';
import type { PreviewState, ToAgent } from '@stagelink/shared/preview/messages';
import { openLink } from './link.ts';
import { readPage, watchPage } from './page.ts';

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

/** The viewer is ours, and all it can ask for is harmless. */
function obey(message: ToAgent): void {
  if (message.type === 'reload') location.reload();
  // In place of this entry, so that Back leads out of the prototype; a bare hash would be read against its <base>.
  else if (message.type === 'goTo') location.replace(location.href.replace(/#.*/, '') + message.hash);
}

function start(appOrigin: string, root: string): void {
  let sent: PreviewState | undefined;
  const report = () => {
    const state = readPage(root);
    if (isSame(sent, state)) return;
    sent = state;
    link.send(state);
  };
  const link = openLink(
    appOrigin,
    () => {
      sent = undefined;
      report();
    },
    (message) => obey(message as ToAgent),
  );
  watchPage(report);
}

function run(script: HTMLScriptElement): void {
  const appOrigin = script.getAttribute('data-app');
  const root = new URL(script.src).pathname.slice(0, -AGENT_PATH.length);
  script.remove();
  if (appOrigin && isPreview()) start(appOrigin, root);
}

try {
  run(document.currentScript as HTMLScriptElement);
} catch {
  // Whatever went wrong here, the prototype must not notice.
}
