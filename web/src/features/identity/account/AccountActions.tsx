import type { User } from '@stagelink/shared/contracts/accounts';
import { useState } from 'react';
import { useHost } from '../../../lib/host.ts';
import { signOut } from './signOut.ts';
import { t } from './copy.ts';
import { DeleteAccount } from './DeleteAccount.tsx';
import { Section } from '../../../kit/Section.tsx';
import { Button } from '../../../kit/Button.tsx';
import styles from './AccountActions.module.css';

export function AccountActions({ user }: { user: User }) {
  const host = useHost();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Section anchor="actions" title={t('actions')}>
      <div className={styles.act}>
        <p>{t('signOutHint')}</p>
        <Button variant="plain" size="small" onClick={() => void signOut(host.signOut)}>
          {t('signOut')}
        </Button>
      </div>
      <div className={styles.act}>
        <p>{t('deleteHint')}</p>
        <Button variant="plain" size="small" isDanger onClick={() => setIsDeleting(true)}>
          {t('deleteAccount')}
        </Button>
      </div>
      {isDeleting && <DeleteAccount user={user} onClose={() => setIsDeleting(false)} />}
    </Section>
  );
}
