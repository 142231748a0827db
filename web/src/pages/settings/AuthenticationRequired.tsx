import { useHost } from '../../host.ts';
import { Link } from '../../ui/router.ts';
import { t } from '../../words/settings.ts';
import { Notice } from './Notice.tsx';

/** The session ended while the settings were open. */
export function AuthenticationRequired() {
  const { signIn } = useHost();
  return (
    <Notice title={t('authenticationRequired')} hint={t('authenticationRequiredHint')}>
      <Link to={signIn}>{t('goToLogin')}</Link>
    </Notice>
  );
}
