import { toast, toastFailure, toastUndo } from './toast.ts';

export interface ToastOptions {
  act: () => Promise<unknown>;
  /** Message on success; none if omitted. */
  done?: string;
  failed: string;
  /** The object, shown beside the message. */
  about?: string;
  /** Started from a dialog or form that stays open on failure and offers the retry itself. */
  isInForm?: boolean;
  /** Undoes it, while the toast is visible. */
  undo?: () => Promise<unknown>;
}

/** Runs an action and shows a toast with undo or retry. Resolves to false on failure. */
export async function runWithToast(options: ToastOptions): Promise<boolean> {
  const { act, done, failed, about, isInForm = false, undo } = options;
  try {
    await act();
  } catch (error) {
    toastFailure(failed, error, isInForm ? undefined : () => void runWithToast(options));
    return false;
  }
  if (done === undefined) return true;
  if (undo) toastUndo(done, () => void runWithToast({ act: undo, failed }), about);
  else toast(done, { about });
  return true;
}
