import { ipcMain } from 'electron';
import * as z from 'zod';
import type { DroppedFolders } from './droppedFolders.ts';
import { answer, type Handlers, type Command, COMMANDS, type IpcResult } from './commands.ts';

export interface AnswerOptions {
  /** Whether a frame is the companion's own page. */
  isAsking: (frame: Electron.WebFrameMain | null) => boolean;
  onUnexpected: (command: Command, cause: unknown) => void;
  dropped: DroppedFolders;
}

const Drop = z.tuple([z.uuid(), z.string().min(1).max(4096)]);

/** Handles commands of the companion's window only. */
export function answerWindow(answers: Handlers, { isAsking, onUnexpected, dropped }: AnswerOptions): void {
  // Only the preload sends it, with a path that comes from Electron; a page has no way to this channel.
  ipcMain.on('folder.dropped', ({ senderFrame }, ...given: unknown[]) => {
    if (!isAsking(senderFrame)) return;
    const drop = Drop.safeParse(given);
    if (drop.success) dropped.put(...drop.data);
  });
  for (const command of COMMANDS) {
    ipcMain.handle(command, ({ senderFrame }, ...given: unknown[]): IpcResult | Promise<IpcResult> => {
      if (!isAsking(senderFrame))
        return { ok: false, message: 'Only the companion’s own window may send commands.' };
      return answer(answers, command, given, onUnexpected);
    });
  }
}
