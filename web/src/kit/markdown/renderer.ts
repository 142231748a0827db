import type { ComponentType } from 'react';

export interface TextProps {
  text: string;
  /** Otherwise links are shown as their text. */
  hasLinks?: boolean;
}

type Renderer = ComponentType<TextProps>;
type Show = (renderer: Renderer) => void;

/** A list may have hundreds of texts: so few are rendered in a frame that none is late. */
const STEP = 6;

let renderer: Renderer | null = null;
const waiting = new Set<Show>();
let frame: number | null = null;

/** Null until it has loaded. */
export const loadedRenderer = () => renderer;

/** Renders the next texts in one frame, and so on until none waits. */
function showNext(): void {
  if (frame !== null || renderer === null || waiting.size === 0) return;
  const shown = renderer;
  frame = requestAnimationFrame(() => {
    frame = null;
    for (const show of [...waiting].slice(0, STEP)) {
      waiting.delete(show);
      show(shown);
    }
    showNext();
  });
}

/** Loads what renders Markdown, before there is a text. It fails offline; then texts stay as they were typed. */
export async function loadRenderer(): Promise<void> {
  const module = await import('./Markdown.tsx').catch(() => null);
  renderer ??= module?.Markdown ?? null;
  showNext();
}

/** Calls back in one of the frames after the renderer has loaded. Returns a function that ends the wait. */
export function whenLoaded(show: Show): () => void {
  waiting.add(show);
  void loadRenderer();
  return () => waiting.delete(show);
}
