import type { App } from '../app.ts';

/**
 * Does one after the other. `act` says whether there was anything to do; how many were done. One that fails is logged
 * and keeps no other back, and in the end the failure is told, so that it is seen.
 */
export async function doEach<T>(
  { log }: Pick<App, 'log'>,
  items: T[],
  act: (item: T) => Promise<boolean>,
  signal?: AbortSignal,
): Promise<number> {
  let done = 0;
  let failed = 0;
  for (const item of items) {
    signal?.throwIfAborted();
    try {
      if (await act(item)) done += 1;
    } catch (cause) {
      failed += 1;
      log.error({ item, err: cause }, 'one of several failed, the others go on');
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${items.length} failed`);
  return done;
}
