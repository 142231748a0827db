import type { FromAgent, PinFinding } from '@stagelink/shared/preview/messages';
import type { Finder, PinState } from './finder.ts';
import { own } from './own.ts';

const REPORT_MS = 150;

/**
 * Reports the status of the pins of threads, at most every 150 ms and only when it has changed. `isAwaited`: what a page
 * tree says of the pin is yet to come.
 */
export function createStatusReport(
  known: Finder['known'],
  isAwaited: (one: PinState) => boolean,
  send: (message: FromAgent) => void,
) {
  const sent = new Set<string>();
  let reported = '';
  let isDue = false;

  function report(): void {
    isDue = false;
    const findings: PinFinding[] = [];
    for (const one of known.values()) {
      const { pin, status, confidence, other } = one;
      if (!status || pin.isFinding || (isAwaited(one) && !sent.has(pin.id))) continue;
      sent.add(pin.id);
      const hasOther = other ? { hasOther: true } : {};
      findings.push({ id: pin.id, status, confidence: Math.round(confidence * 100) / 100, ...hasOther });
    }
    const text = JSON.stringify(findings);
    if (text === reported) return;
    reported = text;
    send({ type: 'pins', findings });
  }

  return {
    soon(): void {
      if (!isDue) own.later(report, REPORT_MS);
      isDue = true;
    },
    /** The next report is sent even if nothing has changed. */
    reset(): void {
      reported = '';
    },
  };
}
