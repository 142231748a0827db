import { useEffect, useEffectEvent, useState } from 'react';

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes files dropped anywhere in the window, so that a near miss does not make the browser open them.
 * True while files are held over it.
 */
export function useFileDrop(onDrop: (entries: FileSystemEntry[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent(onDrop);

  useEffect(() => {
    // Entering a child fires before leaving its parent: count, so that the zone does not flicker.
    let depth = 0;
    const listening = new AbortController();
    const on = (type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', hear: (event: DragEvent) => void) =>
      window.addEventListener(
        type,
        (event) => {
          if (!carriesFiles(event)) return;
          event.preventDefault();
          hear(event);
        },
        { signal: listening.signal },
      );
    const count = (change: number) => {
      depth = Math.max(0, depth + change);
      setIsOver(depth > 0);
    };

    on('dragenter', () => count(1));
    on('dragleave', () => count(-1));
    on('dragover', ({ dataTransfer }) => {
      if (dataTransfer) dataTransfer.dropEffect = 'copy';
    });
    on('drop', ({ dataTransfer }) => {
      count(-depth);
      const entries = [...(dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry());
      const known = entries.filter((entry) => entry !== null);
      if (known.length > 0) take(known);
    });
    return () => listening.abort();
  }, []);

  return isOver;
}
