import { useState, useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/** Share of the window that one frame scrolls by from which nothing in it can be read. */
const UNREADABLE = 1 / 3;
/** A scroll that fast has ended after a pause of this length. */
const PAUSE_MS = 150;

const { listen, notify } = createListeners();
let isPassing = false;
let scrolledTo = 0;
let pause: ReturnType<typeof setTimeout> | undefined;

function change(next: boolean): void {
  if (next === isPassing) return;
  isPassing = next;
  notify();
}

function follow(): void {
  const distance = Math.abs(window.scrollY - scrolledTo);
  scrolledTo = window.scrollY;
  if (distance < window.innerHeight * UNREADABLE) return;
  clearTimeout(pause);
  pause = setTimeout(() => change(false), PAUSE_MS);
  change(true);
}

// Before the listeners of a list, which renders its rows.
window.addEventListener('scroll', follow, { capture: true, passive: true });

/**
 * Whether the component was mounted while the page scrolled too fast to be read, until that scroll has ended: it shows
 * only what a glance needs, because rendering all of it would delay the frames of the scroll.
 */
export function useIsPassing(): boolean {
  const [isBrief, setIsBrief] = useState(() => isPassing);
  const isStillPassing = useSyncExternalStore(listen, () => isBrief && isPassing);
  // What is whole stays whole when the next scroll begins.
  if (isBrief && !isStillPassing) setIsBrief(false);
  return isStillPassing;
}
