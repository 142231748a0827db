import { UserError } from '@stagelink/shared/client/userError';
import type { Commands } from '../../protocol/window.ts';
import type { StagelinkBridge } from '../../preload/index.ts';

declare global {
  interface Window {
    stagelink: StagelinkBridge;
  }
}

export const { stagelink } = window;

/** Invokes a command of the main process. Rejections carry a message that can be shown to the user. */
export async function invoke<C extends keyof Commands>(
  command: C,
  ...args: Parameters<Commands[C]>
): Promise<ReturnType<Commands[C]>> {
  try {
    return await stagelink.invoke(command, ...args);
  } catch (cause) {
    throw new UserError('companion', cause instanceof Error ? cause.message : '', '', { cause });
  }
}
