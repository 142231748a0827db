import * as api from '@stagelink/shared/contracts/accounts';
import { useState } from 'react';
import { verifyEmail } from '../../data/account.ts';
import { useSending } from '../../data/sending.ts';
import { Link } from '../../ui/router.ts';
import { t } from '../../words/login.ts';
import { Entrance } from './Entrance.tsx';
import { EntranceForm } from './EntranceForm.tsx';
import styles from './LoginPage.module.css';
import { useMailedToken } from './useMailedToken.ts';

const GoOn = () => (
  <Link to="/dashboard" className={styles.next}>
    {t('goOn')}
  </Link>
);

/** Where the link of a mail leads that proves an address, or changes it. */
export function VerifyEmailPage() {
  const token = useMailedToken();
  const [answer, setAnswer] = useState<string | null>(null);
  const sending = useSending(t('verifyFailed'));

  if (answer !== null) {
    return (
      <Entrance title={t('verifyDone')}>
        <output className={styles.said}>{answer}</output>
        <GoOn />
      </Entrance>
    );
  }
  if (token === null) {
    return (
      <Entrance title={t('linkIncompleteTitle')} text={t('linkIncomplete')}>
        <GoOn />
      </Entrance>
    );
  }
  return (
    <Entrance title={t('verifyTitle')} text={t('verifyText')}>
      <EntranceForm
        sending={sending}
        action={t('verifySend')}
        onSubmit={() =>
          void sending.send(api.verifyEmail, { token }, async (input) => setAnswer(await verifyEmail(input)))
        }
      />
    </Entrance>
  );
}
