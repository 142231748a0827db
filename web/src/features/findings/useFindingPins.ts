import type { DrawnPin } from '@stagelink/shared/preview/messages';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { Preview } from '../preview/usePreview.ts';
import type { NumberedFinding } from './openFindings.ts';

/** Draws the findings in the page while their panel is open, and calls `onPress` for a pressed pin. */
export function useFindingPins(
  { send, documents, listen }: Preview,
  numbered: NumberedFinding[],
  { current, onPress }: { current: string | null; onPress: (id: string) => void },
): void {
  const pins = useMemo(
    () =>
      numbered.flatMap(({ finding: { id, locator }, number }): DrawnPin[] =>
        locator
          ? [{ id, number, locator, isResolved: false, isCurrent: id === current, isFinding: true }]
          : [],
      ),
    [numbered, current],
  );
  useEffect(() => {
    if (documents > 0) send({ type: 'findings', pins });
  }, [documents, send, pins]);
  useEffect(() => () => void send({ type: 'findings', pins: [] }), [send]);

  const press = useEffectEvent(onPress);
  useEffect(
    () =>
      listen((message) => {
        if (message.type === 'findingPressed' && message.ids[0] !== undefined) press(message.ids[0]);
      }),
    [listen],
  );
}
