import { dialog } from 'electron';
import type { Question } from '../ipc/consentQuestions.ts';
import type { Window } from './window.ts';

/**
 * Returns a function that asks in a dialog of the system, over which a page can draw nothing. Enter and Escape
 * decline. Only one dialog is open at a time; further questions are declined.
 */
export function createConfirm(window: Window): (question: Question) => Promise<boolean> {
  let isOpen = false;
  return async ({ message, detail, action }) => {
    if (isOpen) return false;
    isOpen = true;
    try {
      const { response } = await dialog.showMessageBox(window.browserWindow(), {
        type: 'question',
        message,
        detail,
        buttons: ['Cancel', action],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      });
      return response === 1;
    } finally {
      isOpen = false;
    }
  };
}
