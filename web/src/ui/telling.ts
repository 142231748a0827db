import { sentence } from '../data/sentence.ts';
import { toast, toastProblem, toastUndo } from './toast.ts';

interface Telling {
  act: () => Promise<unknown>;
  /** Said when it worked; nothing when left out. */
  done?: string;
  failed: string;
  /** Takes it back, for as long as the toast is there. */
  undo?: () => Promise<unknown>;
}

/** Does something and tells the person how it went, with a way back or a way to try again. True when it worked. */
export async function tell(telling: Telling): Promise<boolean> {
  const { act, done, failed, undo } = telling;
  try {
    await act();
  } catch (error) {
    const why = sentence(error, '');
    toastProblem(failed, why === failed ? '' : why, () => void tell(telling));
    return false;
  }
  if (done === undefined) return true;
  if (undo) toastUndo(done, () => void tell({ act: undo, failed }));
  else toast(done);
  return true;
}
