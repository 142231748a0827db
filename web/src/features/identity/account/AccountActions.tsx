import type { User } from '@stagelink/shared/contracts/accounts';
import { lazy, Suspense, useState } from 'react';
import { useHost } from '../../../lib/host.ts';
import { signOut } from './signOut.ts';
import { t } from './copy.ts';
import { Section } from '../../../kit/Section.tsx';
import { Button } from '../../../kit/Button.tsx';
import styles from './AccountActions.module.css';

// Rarely needed: loads on open.
const DeleteAccount = lazy(async () => ({ default: (await import('./DeleteAccount.tsx')).DeleteAccount }));

export function AccountActions({ user }: { user: User }) {
  const host = useHost();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Section title={t('actions')}>
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
      {isDeleting && (
        <Suspense>
          <DeleteAccount user={user} onClose={() => setIsDeleting(false)} />
        </Suspense>
      )}
    </Section>
  );
}
