import { useEffect, useEffectEvent, useState } from 'react';

export interface Dropped {
  file: File;
  isFolder: boolean;
}

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** What was dropped; it must be taken while the event is handled. */
function droppedIn({ dataTransfer }: DragEvent): Dropped[] {
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  return items.flatMap((item) => {
    const file = item.getAsFile();
    return file ? [{ file, isFolder: item.webkitGetAsEntry()?.isDirectory ?? false }] : [];
  });
}

/** Takes what is dropped anywhere in the window. True while something is held over it. */
export function useFolderDrop(onDrop: (dropped: Dropped[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent(onDrop);

  useEffect(() => {
    // Entering a child fires before leaving its parent: count, so that nothing flickers.
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
    on('drop', (event) => {
      count(-depth);
      take(droppedIn(event));
    });
    return () => listening.abort();
  }, []);

  return isOver;
}
