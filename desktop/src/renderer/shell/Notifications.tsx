import { Row, Rows } from '@stagelink/web/kit/Rows.tsx';
import { Link } from '@stagelink/web/lib/router.ts';
import { t } from './copy.ts';

/** Where the notifications of this computer are chosen. */
export function Notifications() {
  return (
    <Rows>
      <Row label={t('onComputer')}>
        <Link to="/preferences">{t('inPreferences')}</Link>
      </Row>
    </Rows>
  );
}
