import type { FromAgent, PinFinding } from '@stagelink/shared/preview/messages';
import type { Finder } from './finder.ts';
import { own } from './own.ts';

const REPORT_MS = 150;

/** Reports the status of the pins of threads, at most every 150 ms and only when it has changed. */
export function createStatusReport(
  known: Finder['known'],
  hiddenTest: () => ((element: Element) => boolean) | undefined,
  send: (message: FromAgent) => void,
) {
  let reported = '';
  let isDue = false;

  function report(): void {
    isDue = false;
    const findings: PinFinding[] = [];
    const isHidden = hiddenTest();
    for (const { pin, status, element, confidence } of known.values()) {
      if (!status || pin.isFinding) continue;
      const isClosed = status === 'found' && element && isHidden?.(element);
      const rounded = Math.round(confidence * 100) / 100;
      findings.push({ id: pin.id, status: isClosed ? 'closed' : status, confidence: rounded });
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
