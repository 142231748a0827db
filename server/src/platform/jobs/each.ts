import type { App } from '../context.ts';

/**
 * Runs `act` for each item in turn and returns how many had something to do. Logs a failure, continues with the others,
 * and throws at the end.
 */
export async function runEach<T>(
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
      log.error({ item, err: cause }, 'an item failed; continuing with the others');
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${items.length} failed`);
  return done;
}
