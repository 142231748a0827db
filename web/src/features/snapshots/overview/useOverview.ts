import { useState } from 'react';
import { readStored, writeStored } from '../../../lib/localStore.ts';

const KEY = 'overview';

/** Closed until it is opened, then as it was left. */
export function useOverview() {
  const [isOpen, setIsOpen] = useState(() => readStored(KEY) === 'open');
  function toggle(): void {
    writeStored(KEY, isOpen ? null : 'open');
    setIsOpen(!isOpen);
  }
  return { isOpen, toggle };
}
