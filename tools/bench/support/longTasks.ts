import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Processor time in microseconds: unlike a duration, it does not grow while other programs run. */
  tdur?: number;
  args: { name?: string };
}

const MAIN_THREAD = 'CrRendererMain';

/** Returns the processor time in milliseconds of each task of the page's main thread during an act. */
export async function tasksDuring(browser: Browser, page: Page, act: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await act();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === MAIN_THREAD)
      .map(threadOf),
  );
  return trace.traceEvents.flatMap((event) =>
    event.name.endsWith('RunTask') && event.tdur !== undefined && main.has(threadOf(event))
      ? [event.tdur / 1000]
      : [],
  );
}
