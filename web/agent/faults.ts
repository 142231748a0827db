import { listen, tap } from './native.ts';

/** An error of the page as it came: what the console got, or an event. */
export type Fault = unknown[] | Event;

/** What may have failed in the page since its start. */
export interface Faults {
  errors: readonly Fault[];
  /** What scripts asked for. Only the method of those that failed is sent. */
  requests: readonly { method: unknown; url: unknown }[];
}

/** Older ones are forgotten. */
const KEPT_MAX = 40;

/** Remembers what fails in the page from its start, so that a comment can say it. */
export function watchFaults(): Faults {
  const errors: Fault[] = [];
  const requests: Faults['requests'][number][] = [];
  const keep = <T>(list: T[], one: T): void => {
    if (list.push(one) > KEPT_MAX) list.shift();
  };
  // Also of files that do not load, whose events only capturing listeners get.
  listen(window, 'error', (event) => keep(errors, event));
  listen(window, 'unhandledrejection', (event) => keep(errors, event));
  tap(console, 'error', (given) => keep(errors, given));
  tap(window, 'fetch', ([what, how]) => {
    const { url = what, method = 'GET' } = what as Partial<Request>;
    keep(requests, { url, method: (how as RequestInit | undefined)?.method ?? method });
  });
  tap(XMLHttpRequest.prototype, 'open', ([method, url]) => keep(requests, { method, url }));
  return { errors, requests };
}
