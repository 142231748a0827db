import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../../lib/localStore.ts';
import { downloadedVersion, useExtensionVersion } from './api.ts';

const KEY = 'extension-card';

/** No editor runs on a phone, whose screen the list needs. */
const isPhone = () => window.matchMedia('(max-width: 640px)').matches;

/** The card is open until the extension was used, then as it was left; on a phone it starts closed. */
export function useExtensionCard() {
  const [isOpen, setIsOpen] = useState(() => {
    const left = readStored(KEY);
    return left === null ? downloadedVersion() === null && !isPhone() : left === 'open';
  });
  const installed = useExtensionVersion().data?.installed ?? null;
  useEffect(() => {
    // The card closes on the next visit: the page below must not move now.
    if (installed !== null && readStored(KEY) === null) writeStored(KEY, 'closed');
  }, [installed]);

  function toggle(): void {
    writeStored(KEY, isOpen ? 'closed' : 'open');
    setIsOpen(!isOpen);
  }
  return { isOpen, toggle };
}
