import { ipcMain } from 'electron';
import { answer, type Handlers, type Command, COMMANDS, type IpcResult } from './commands.ts';

export interface AnswerOptions {
  /** Whether a frame is the companion's own page. */
  isAsking: (frame: Electron.WebFrameMain | null) => boolean;
  onUnexpected: (command: Command, cause: unknown) => void;
}

/** Handles commands of the companion's window only. */
export function answerWindow(answers: Handlers, { isAsking, onUnexpected }: AnswerOptions): void {
  for (const command of COMMANDS) {
    ipcMain.handle(command, ({ senderFrame }, ...given: unknown[]): IpcResult | Promise<IpcResult> => {
      if (!isAsking(senderFrame))
        return { ok: false, message: 'Only the companion’s own window may send commands.' };
      return answer(answers, command, given, onUnexpected);
    });
  }
}
