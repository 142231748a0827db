import { useEffect, useState } from 'react';
import { useHost } from '../../../host.ts';
import { Link, Navigate } from '../../../ui/router.ts';
import { t } from '../../../words/settings.ts';
import { Notice } from '../Notice.tsx';

const SHOWN_FOR = 3000;

/** The last word to somebody whose account is gone; then they are at the login page. */
export function AccountDeleted() {
  const { signIn } = useHost();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, []);

  if (isOver) return <Navigate to={signIn} replace />;
  return (
    <Notice title={t('deleted')} hint={t('deletedHint')}>
      <Link to={signIn} replace>
        {t('goToLogin')}
      </Link>
    </Notice>
  );
}
