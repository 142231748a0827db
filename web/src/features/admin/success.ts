import { toast, toastFailure } from '../../kit/toast.ts';

/** How long a success message is shown, as specified. */
export const SUCCESS_MS = 5000;

/** Runs an action and shows how it ended. Resolves to false on failure. */
export async function runAndReport(act: () => Promise<void>, done: string, failed: string): Promise<boolean> {
  try {
    await act();
    toast(done, { shownFor: SUCCESS_MS });
    return true;
  } catch (error) {
    toastFailure(failed, error);
    return false;
  }
}
