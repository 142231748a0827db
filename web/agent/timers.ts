import { callAs, tap } from './native.ts';
import { frameKey, timerKey } from './timerKeys.ts';

/** Takes a callback whose time has come; false lets it run. */
type Hold = (key: string, run: () => void) => boolean;

/** The timers and frames that the page asked for. */
export interface Timers {
  /** Set while the page is frozen. */
  hold?: Hold | undefined;
  /** A worker draws a canvas of the page. */
  hasWorker?: true;
}

/** Lets the timers and frames of a page be held. Must be called before its first script. */
export function watchTimers(): Timers {
  const timers: Timers = {};
  const watch = (name: string, keyOf = timerKey) =>
    tap(window, name, (given) => {
      const [act] = given;
      if (typeof act !== 'function') return;
      let id: unknown;
      given[0] = function held(this: unknown, ...passed: unknown[]) {
        const run = () => callAs(act, this, passed);
        if (!timers.hold?.(keyOf(id), run)) run();
      };
      return (result) => {
        id = result;
      };
    });
  watch('setTimeout');
  watch('setInterval');
  watch('requestAnimationFrame', frameKey);
  tap(HTMLCanvasElement.prototype, 'transferControlToOffscreen', () => {
    timers.hasWorker = true;
  });
  return timers;
}
