import { Link } from '../../ui/router.ts';
import { t } from '../../words/settings.ts';
import { Notice } from './Notice.tsx';

/** The session ended while the settings were open. */
export function AuthenticationRequired() {
  return (
    <Notice title={t('authenticationRequired')} hint={t('authenticationRequiredHint')}>
      <Link to="/login">{t('goToLogin')}</Link>
    </Notice>
  );
}
