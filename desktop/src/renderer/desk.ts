import { Told } from '../../../web/src/data/sentence.ts';
import type { Commands } from '../ipc.ts';
import type { Desk } from '../preload/index.ts';

declare global {
  interface Window {
    desk: Desk;
  }
}

/** The companion's main process, as the window may speak to it. */
export const { desk } = window;

/** Asks the main process; a refusal is told to the person as it is. */
export async function ask<C extends keyof Commands>(
  command: C,
  ...args: Parameters<Commands[C]>
): Promise<ReturnType<Commands[C]>> {
  try {
    return await desk.ask(command, ...args);
  } catch (cause) {
    throw new Told(cause instanceof Error ? cause.message : '', { cause });
  }
}
