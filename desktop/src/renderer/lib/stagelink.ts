import { UserError } from '@stagelink/shared/client/userError';
import type { Commands } from '../../protocol/window.ts';
import type { Desk } from '../../preload/index.ts';

declare global {
  interface Window {
    desk: Desk;
  }
}

export const { desk } = window;

/** Invokes a command of the main process. Rejections carry a message that can be shown to the user. */
export async function ask<C extends keyof Commands>(
  command: C,
  ...args: Parameters<Commands[C]>
): Promise<ReturnType<Commands[C]>> {
  try {
    return await desk.ask(command, ...args);
  } catch (cause) {
    throw new UserError('companion', cause instanceof Error ? cause.message : '', '', { cause });
  }
}
