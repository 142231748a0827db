import type { AdminUser } from '@stagelink/shared/contracts/admin';
import { ConfirmByTyping } from '../../../kit/ConfirmByTyping.tsx';
import { toast } from '../../../kit/toast.ts';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { deleteUser } from '../api.ts';
import { SUCCESS_MS } from '../success.ts';
import { t } from './copy.ts';

interface DeleteUserProps {
  user: AdminUser;
  onDeleted: (() => void) | undefined;
  onClose: () => void;
}

export function DeleteUser({ user, onDeleted, onClose }: DeleteUserProps) {
  const { uid, name, email, totalSnapshots: count } = user;

  function finish(message: string): void {
    toast(message, { shownFor: SUCCESS_MS });
    onClose();
  }

  async function remove(): Promise<string | null> {
    try {
      await deleteUser(uid);
    } catch (error) {
      return errorMessage(error, t('deleteFailed'));
    }
    finish(t('deleteDone'));
    onDeleted?.();
    return null;
  }

  return (
    <ConfirmByTyping
      title={t('deleteTitle', { name })}
      typeLabel={t('typeDelete', { email })}
      action={t('deleteForGood')}
      onConfirm={remove}
      onCancel={() => finish(t('deletionCancelled'))}
    >
      <p>{t('deleteText', { email, count })}</p>
    </ConfirmByTyping>
  );
}
