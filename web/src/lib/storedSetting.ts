import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';
import { readStored, writeStored } from './localStore.ts';

export interface StoredSetting {
  /** Null before it was written. */
  read: () => string | null;
  write: (value: string) => void;
  useValue: () => string | null;
}

/** A setting that all tabs of the browser share. Without storage it lasts as long as the page. */
export function storedSetting(key: string): StoredSetting {
  const { listen, notify } = createListeners();
  let unstored: string | undefined;
  const read = () => unstored ?? readStored(key);

  function listenInTabs(listener: () => void): () => void {
    const stop = listen(listener);
    window.addEventListener('storage', listener);
    return () => {
      stop();
      window.removeEventListener('storage', listener);
    };
  }

  return {
    read,
    write(value) {
      unstored = writeStored(key, value) ? undefined : value;
      notify();
    },
    useValue: () => useSyncExternalStore(listenInTabs, read),
  };
}
