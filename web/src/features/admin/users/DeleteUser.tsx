import type { AdminUser } from '@stagelink/shared/contracts/admin';
import { ConfirmByTyping } from '../../../kit/ConfirmByTyping.tsx';
import { toast } from '../../../kit/toast.ts';
import { useFormSubmit } from '../../../lib/useFormSubmit.ts';
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
  const sending = useFormSubmit(t('deleteFailed'));

  function finish(message: string): void {
    toast(message, { shownFor: SUCCESS_MS });
    onClose();
  }

  async function remove(): Promise<void> {
    if (!(await sending.run(() => deleteUser(uid)))) return;
    finish(t('deleteDone'));
    onDeleted?.();
  }

  return (
    <ConfirmByTyping
      sending={sending}
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
