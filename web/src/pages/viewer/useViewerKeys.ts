import type { AGENT_KEYS } from '@stagelink/shared/preview/messages';
import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { countDialogs } from '../../lib/dialogs.ts';
import { isAllowed, isCommand } from '../../lib/keyboard/keys.ts';
import type { Preview } from '../../features/preview/usePreview.ts';

type Key = (typeof AGENT_KEYS)[number];
type KeyActions = Partial<Record<Key, () => void>>;

const isTyping = () => document.activeElement?.matches('input, textarea, select') ?? false;

/**
 * Handles the viewer's keys, pressed in the viewer or in the preview. A page can fake any key: actions that
 * affect other people are in `ownActs`, which only the viewer's own keyboard triggers.
 */
export function useViewerKeys({ listen }: Preview, acts: KeyActions, ownActs: KeyActions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const all: Readonly<Record<string, (() => void) | undefined>> = { ...acts, ...ownActs };
    const { key, shiftKey } = event;
    // Caps Lock changes no letter.
    const act = all[key.length > 1 ? key : shiftKey ? key.toUpperCase() : key.toLowerCase()];
    if (!act || !isCommand(event)) return;
    event.preventDefault();
    act();
  });
  const onPreviewKey = useEffectEvent((key: Key) => {
    if (isAllowed(key) && !isTyping() && countDialogs() === 0) acts[key]?.();
  });

  // Before the paint, so that keys match what is visible.
  useLayoutEffect(() => {
    const listening = new AbortController();
    window.addEventListener('keydown', (event) => press(event), { signal: listening.signal });
    return () => listening.abort();
  }, []);
  useEffect(
    () =>
      listen((message) => {
        if (message.type === 'key') onPreviewKey(message.key);
      }),
    [listen],
  );
}
