import { Row, Rows } from '@stagelink/web/kit/Rows.tsx';
import { runWithToast } from '@stagelink/web/kit/runWithToast.ts';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { useIpcQuery } from '../../lib/ipcQueries.ts';
import { ask } from '../../lib/stagelink.ts';
import { t } from './copy.ts';

const restart = () => runWithToast({ act: () => ask('about.restartToUpdate'), failed: t('restartFailed') });

export function About() {
  const { data } = useIpcQuery('about.get');
  if (!data) return null;
  const { version, update } = data;
  return (
    <Rows>
      <Row label={t('version')}>{version}</Row>
      <Row
        label={t('update')}
        act={
          update !== null && (
            <Button size="small" variant="quiet" onClick={() => void restart()}>
              {t('restart')}
            </Button>
          )
        }
      >
        {update === null ? t('updateNone') : t('updateReady', { version: update })}
      </Row>
    </Rows>
  );
}
