import { confirmReplyAddress } from '@stagelink/shared/contracts/replyMail';
import { useState } from 'react';
import { confirmReplies } from '../../data/replyAddress.ts';
import { useSending } from '../../data/sending.ts';
import { t as login } from '../../words/login.ts';
import { t } from '../../words/replyAddress.ts';
import { Entrance } from './Entrance.tsx';
import { EntranceForm } from './EntranceForm.tsx';
import styles from './LoginPage.module.css';
import { useMailedToken } from './useMailedToken.ts';

/** Where the link leads that confirms where a visitor wants replies. */
export function ConfirmRepliesPage() {
  const token = useMailedToken();
  const [answer, setAnswer] = useState<{ snapshotId: string; message: string } | null>(null);
  const sending = useSending(t('confirmFailed'));

  if (answer !== null) {
    return (
      <Entrance title={t('done')}>
        <output className={styles.said}>{answer.message}</output>
        <a href={`/s/${answer.snapshotId}`} className={styles.next}>
          {t('open')}
        </a>
      </Entrance>
    );
  }
  if (token === null) return <Entrance title={login('linkIncompleteTitle')} text={login('linkIncomplete')} />;
  return (
    <Entrance title={t('confirmTitle')} text={t('confirmText')}>
      <EntranceForm
        sending={sending}
        action={t('confirm')}
        onSubmit={() =>
          void sending.send(confirmReplyAddress, { token }, async (input) =>
            setAnswer(await confirmReplies(input.token)),
          )
        }
      />
    </Entrance>
  );
}
