import { useEffect, useState } from 'react';
import { useHost } from '../../../lib/host.ts';
import { Link, Navigate } from '../../../lib/router.ts';
import { t } from './copy.ts';
import { buttonClass } from '../../../kit/buttonClass.ts';
import { Notice } from '../../../kit/Notice.tsx';

const SHOWN_FOR = 3000;

/** Confirms the deletion, then redirects to the login page. */
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
      <Link className={buttonClass()} to={signIn} replace>
        {t('goToLogin')}
      </Link>
    </Notice>
  );
}
