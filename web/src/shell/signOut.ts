import { sentence } from '../data/sentence.ts';
import { logout } from '../data/session.ts';
import { toastProblem } from '../ui/toast.ts';
import { t } from '../words/dashboard.ts';

export async function signOut(): Promise<void> {
  try {
    await logout();
  } catch (error) {
    toastProblem(t('signOutFailed'), sentence(error, ''));
  }
}
