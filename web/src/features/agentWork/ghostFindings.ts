import type { PinFinding } from '@stagelink/shared/preview/messages';
import { useSyncExternalStore } from 'react';

/** What the preview says about all pins; the ghost pins of an open thread are among them. */
let findings: ReadonlyMap<string, PinFinding> = new Map();
const listeners = new Set<() => void>();

export function setGhostFindings(next: ReadonlyMap<string, PinFinding>): void {
  findings = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The status of a ghost pin; null until the preview reports it. */
export const useGhostStatus = (id: string): PinFinding['status'] | null =>
  useSyncExternalStore(listen, () => findings.get(id)?.status ?? null);
