import type { AGENT_KEYS } from '@stagelink/shared/preview/messages';
import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { isCommand } from '../../shell/palette/keys.ts';
import type { Preview } from './usePreview.ts';

type Key = (typeof AGENT_KEYS)[number];
type Acts = Partial<Record<Key, () => void>>;

const isTyping = () => document.activeElement?.matches('input, textarea, select') ?? false;
const isUnderDialog = () => document.querySelector('dialog[open]') !== null;

/**
 * What the viewer's keys do, pressed in it or in the preview. A page may claim any key at any time: nothing that
 * changes anything for others is in `acts` under its own key alone, see `ownActs`, which the viewer's keyboard only does.
 */
export function useViewerKeys({ listen }: Preview, acts: Acts, ownActs: Acts): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const all: Readonly<Record<string, (() => void) | undefined>> = { ...acts, ...ownActs };
    const act = all[event.key];
    // With Caps Lock a letter is large without Shift, and means the small one.
    const isMeant = event.key.length > 1 || event.shiftKey || event.key === event.key.toLowerCase();
    if (!act || !isMeant || !isCommand(event) || isUnderDialog()) return;
    event.preventDefault();
    act();
  });
  const told = useEffectEvent((key: Key) => {
    if (!isTyping() && !isUnderDialog()) acts[key]?.();
  });

  // No later than what they do can be seen.
  useLayoutEffect(() => {
    const listening = new AbortController();
    window.addEventListener('keydown', (event) => press(event), { signal: listening.signal });
    return () => listening.abort();
  }, []);
  useEffect(
    () =>
      listen((message) => {
        if (message.type === 'key') told(message.key);
      }),
    [listen],
  );
}
