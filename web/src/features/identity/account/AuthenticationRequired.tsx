import { useHost } from '../../../lib/host.ts';
import { Link } from '../../../lib/router.ts';
import { t } from './copy.ts';
import { buttonClass } from '../../../kit/buttonClass.ts';
import { Notice } from '../../../kit/Notice.tsx';

/** Shown when the session ends while the settings are open. */
export function AuthenticationRequired() {
  const { signIn } = useHost();
  return (
    <Notice title={t('authenticationRequired')} hint={t('authenticationRequiredHint')}>
      <Link className={buttonClass()} to={signIn}>
        {t('goToLogin')}
      </Link>
    </Notice>
  );
}
