import type { AssistantTarget } from '@stagelink/shared/contracts/assistant';
import { isSamePage } from '@stagelink/shared/preview/routes';
import type { Preview } from '../preview/usePreview.ts';

const WAIT_MS = 10_000;

/** Scrolls the preview to an element and highlights it, on another page of the prototype if need be. */
export function jumpTo(preview: Preview, { place, route }: AssistantTarget): void {
  if (!place) return;
  const message = { type: 'jump', ...place } as const;
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
