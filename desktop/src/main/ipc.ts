import { ipcMain } from 'electron';
import { answer, type Answers, type Command, COMMANDS, type Crossed } from './commands.ts';

export interface AnswerOptions {
  /** Only the companion's own page may ask. */
  isAsking: (frame: Electron.WebFrameMain | null) => boolean;
  onUnexpected: (command: Command, cause: unknown) => void;
}

/** Answers what the window asks, and nobody else. */
export function answerWindow(answers: Answers, { isAsking, onUnexpected }: AnswerOptions): void {
  for (const command of COMMANDS) {
    ipcMain.handle(command, ({ senderFrame }, ...given: unknown[]): Crossed | Promise<Crossed> => {
      if (!isAsking(senderFrame))
        return { ok: false, message: 'Only the companion’s own window is answered.' };
      return answer(answers, command, given, onUnexpected);
    });
  }
}
