import { useEffect, useEffectEvent, useState } from 'react';

export const carriesFiles = (event: Pick<DragEvent, 'dataTransfer'>) =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** Returns the dropped entries. Must run while the event is dispatched. */
export function entriesIn({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): FileSystemEntry[] {
  const entries = [...(dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry());
  return entries.filter((entry) => entry !== null);
}

/**
 * Accepts drops anywhere in the window, so that the browser does not open files that miss the target.
 * Returns true while files are dragged over it. The last mounted user takes precedence.
 */
export function useFileDrop(
  onDrop: (entries: FileSystemEntry[]) => void,
  { isForemost = false } = {},
): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent(onDrop);

  useEffect(() => {
    // Entering a child fires before leaving its parent: count, to avoid flicker.
    let depth = 0;
    const listening = new AbortController();
    const on = (
      type: 'dragenter' | 'dragover' | 'dragleave' | 'drop',
      handle: (event: DragEvent, isTaken: boolean) => void,
    ) =>
      window.addEventListener(
        type,
        (event) => {
          if (!carriesFiles(event)) return;
          const isTaken = event.defaultPrevented;
          event.preventDefault();
          handle(event, isTaken);
        },
        { signal: listening.signal, capture: isForemost },
      );
    const count = (change: number) => {
      depth = Math.max(0, depth + change);
      setIsOver(depth > 0);
    };

    on('dragenter', (_event, isTaken) => {
      if (!isTaken) count(1);
    });
    on('dragleave', () => count(-1));
    on('dragover', ({ dataTransfer }) => {
      if (dataTransfer) dataTransfer.dropEffect = 'copy';
    });
    on('drop', (event, isTaken) => {
      count(-depth);
      const known = isTaken ? [] : entriesIn(event);
      if (known.length > 0) take(known);
    });
    return () => listening.abort();
  }, [isForemost]);

  return isOver;
}
