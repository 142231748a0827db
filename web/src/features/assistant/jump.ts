import type { AssistantTarget } from '@stagelink/shared/contracts/assistant';
import type { ToAgent } from '@stagelink/shared/preview/messages';
import { isSamePage } from '@stagelink/shared/preview/routes';
import type { Preview } from '../preview/usePreview.ts';

const WAIT_MS = 10_000;

function messageFor({ place, findingId }: AssistantTarget): ToAgent | null {
  if (place) return { type: 'jump', ...place };
  return findingId === null ? null : { type: 'reveal', id: findingId };
}

/** Scrolls the preview to an element and highlights it, on another page of the prototype if need be. */
export function jumpTo(preview: Preview, target: AssistantTarget): void {
  const { route } = target;
  const message = messageFor(target);
  if (!message) return;
  if (isSamePage(route, preview.route)) {
    preview.send(message);
    return;
  }
  const stop = preview.listen((reported) => {
    if (reported.type !== 'state' || !isSamePage(route, reported.route)) return;
    end();
    preview.send(message);
  });
  const timer = setTimeout(stop, WAIT_MS);
  function end(): void {
    clearTimeout(timer);
    stop();
  }
  preview.visit(route);
}
