import type { FromAgent, PinFinding } from '@stagelink/shared/preview/messages';
import type { Finder, PinState } from './finder.ts';
import { own } from './own.ts';

const REPORT_MS = 150;

interface StatusReportOptions {
  /** What a page tree says of the pin, if it has one, is yet to come. */
  isTreeAwaited: (one: PinState) => boolean;
  /** Returns what tests whether an element is hidden, once it is loaded. */
  hiddenTest: () => ((element: Element) => boolean) | undefined;
}

/** Reports the status of the pins of threads, at most every 150 ms and only when it has changed. */
export function createStatusReport(
  known: Finder['known'],
  { isTreeAwaited, hiddenTest }: StatusReportOptions,
  send: (message: FromAgent) => void,
) {
  const sent = new Set<string>();
  let reported = '';
  let isDue = false;

  function statusOf(one: PinState, isHidden: ReturnType<StatusReportOptions['hiddenTest']>) {
    const { status, element, pin } = one;
    if (status === 'found' && element && isHidden?.(element)) return 'closed';
    // A page tree may find what its locator has lost.
    return status === 'lost' && pin.isTreeExpected && isTreeAwaited(one) ? 'loading' : status;
  }

  function report(): void {
    const findings: PinFinding[] = [];
    const isHidden = hiddenTest();
    for (const one of known.values()) {
      const { pin, confidence, other, furtherLost } = one;
      const status = statusOf(one, isHidden);
      if (!status || pin.isFinding || (pin.tree && isTreeAwaited(one) && !sent.has(pin.id))) continue;
      sent.add(pin.id);
      findings.push({
        id: pin.id,
        status,
        confidence: Math.round(confidence * 100) / 100,
        ...(other && { hasOther: true }),
        ...(furtherLost > 0 && { furtherLost }),
      });
    }
    const text = JSON.stringify(findings);
    if (text === reported) return;
    reported = text;
    send({ type: 'pins', findings });
  }

  function reportDue(): void {
    isDue = false;
    report();
  }

  return {
    soon(): void {
      if (!isDue) own.later(reportDue, REPORT_MS);
      isDue = true;
    },
    now: report,
    /** The next report is sent even if nothing has changed. */
    reset(): void {
      reported = '';
    },
  };
}
