import { useEffect, useEffectEvent, useState } from 'react';

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Must run while the event is dispatched: its entries are cleared afterwards. */
function droppedIn({ dataTransfer }: DragEvent): File[] {
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  return items.map((item) => item.getAsFile()).filter((file) => file !== null);
}

/** Accepts drops anywhere in the window. Returns true while files are dragged over it. */
export function useFolderDrop(onDrop: (dropped: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent(onDrop);

  useEffect(() => {
    // Entering a child fires before leaving its parent: count, to avoid flicker.
    let depth = 0;
    const listening = new AbortController();
    const on = (
      type: 'dragenter' | 'dragover' | 'dragleave' | 'drop',
      listener: (event: DragEvent) => void,
    ) =>
      window.addEventListener(
        type,
        (event) => {
          if (!carriesFiles(event)) return;
          event.preventDefault();
          listener(event);
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
