import { toastFailure } from '../ui/toast.ts';
import { t } from '../words/dashboard.ts';

/** Signs out as `act` does it, and says when that did not work. */
export async function signOut(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    toastFailure(t('signOutFailed'), error);
  }
}
