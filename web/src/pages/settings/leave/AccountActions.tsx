import { Button } from '@mantine/core';
import type { User } from '@stagelink/shared/contracts/accounts';
import { lazy, Suspense, useState } from 'react';
import { useHost } from '../../../host.ts';
import { signOut } from '../../../shell/signOut.ts';
import { t } from '../../../words/settings.ts';
import { Section } from '../../../ui/Section.tsx';
import styles from './AccountActions.module.css';

// Opened once in an account's life.
const DeleteAccount = lazy(async () => ({ default: (await import('./DeleteAccount.tsx')).DeleteAccount }));

export function AccountActions({ user }: { user: User }) {
  const host = useHost();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Section title={t('actions')}>
      <div className={styles.act}>
        <p>{t('signOutHint')}</p>
        <Button variant="default" size="xs" onClick={() => void signOut(host.signOut)}>
          {t('signOut')}
        </Button>
      </div>
      <div className={styles.act}>
        <p>{t('deleteHint')}</p>
        <Button variant="default" size="xs" className={styles.delete} onClick={() => setIsDeleting(true)}>
          {t('deleteAccount')}
        </Button>
      </div>
      {isDeleting && (
        <Suspense>
          <DeleteAccount user={user} onClose={() => setIsDeleting(false)} />
        </Suspense>
      )}
    </Section>
  );
}
