import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { sentence } from '../../../data/sentence.ts';
import { changeSnapshot, deleteSnapshot, extendSnapshot } from '../../../data/snapshots.ts';
import { toast, toastProblem } from '../../../ui/toast.ts';
import { copyText } from '../../../ui/useCopy.ts';
import { t } from '../../../words/snapshots.ts';

async function tell(act: Promise<void>, success: string, failure: string): Promise<boolean> {
  try {
    await act;
    toast(success);
    return true;
  } catch (error) {
    const why = sentence(error, '');
    toastProblem(failure, why === failure ? '' : why);
    return false;
  }
}

// What can be done with a snapshot from its row. Each tells the person how it went; true when it worked.

export async function copyLink({ url }: Snapshot): Promise<boolean> {
  const isCopied = await copyText(url);
  if (isCopied) toast(t('urlCopied'));
  return isCopied;
}

export async function copyPassword({ password }: Snapshot): Promise<boolean> {
  const isCopied = password !== null && (await copyText(password));
  if (isCopied) toast(t('passwordCopied'));
  return isCopied;
}

export const extend = ({ id }: Snapshot) => tell(extendSnapshot(id), t('extended'), t('extendFailed'));

export const rename = ({ id }: Snapshot, name: string) =>
  tell(changeSnapshot({ id, name }), t('nameUpdated'), t('renameFailed'));

export const remove = ({ id, name }: Snapshot) =>
  tell(deleteSnapshot(id), t('deleted', { name }), t('deleteFailed'));

export function open({ url }: Snapshot): void {
  window.open(url, '_blank', 'noopener');
}
