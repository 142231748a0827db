import { Link } from 'react-router-dom';
import { t } from './copy.ts';

/** Offers Pro to an account without it. */
export function UpgradeOffer() {
  return (
    <p>
      {t('upgradeText')} <Link to="/pricing?mode=upgrade">{t('upgrade')}</Link>
    </p>
  );
}
