import { toastFailure } from '../../../kit/toast.ts';
import { t } from './copy.ts';

/** Signs out with `act` and shows a toast on failure. */
export async function signOut(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    toastFailure(t('signOutFailed'), error);
  }
}
