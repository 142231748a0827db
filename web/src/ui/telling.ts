import { toast, toastFailure, toastUndo } from './toast.ts';

export interface Telling {
  act: () => Promise<unknown>;
  /** Said when it worked; nothing when left out. */
  done?: string;
  failed: string;
  /** Named beside what is said when it worked. */
  about?: string;
  /** Asked for by a dialog or a form that stays when it failed: its own button is the way to try again. */
  isInForm?: boolean;
  /** Takes it back, for as long as the toast is there. */
  undo?: () => Promise<unknown>;
}

/** Does something and tells the person how it went, with a way back or a way to try again. True when it worked. */
export async function tell(telling: Telling): Promise<boolean> {
  const { act, done, failed, about, isInForm = false, undo } = telling;
  try {
    await act();
  } catch (error) {
    toastFailure(failed, error, isInForm ? undefined : () => void tell(telling));
    return false;
  }
  if (done === undefined) return true;
  if (undo) toastUndo(done, () => void tell({ act: undo, failed }), about);
  else toast(done, { about });
  return true;
}
