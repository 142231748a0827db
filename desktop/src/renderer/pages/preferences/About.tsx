import { Button } from '@mantine/core';
import { Row, Rows } from '../../../../../web/src/ui/Rows.tsx';
import { tell } from '../../../../../web/src/ui/telling.ts';
import { useMachine } from '../../data/machine.ts';
import { ask } from '../../desk.ts';
import { t } from '../../words/preferences.ts';

const restart = () => tell({ act: () => ask('about.restartToUpdate'), failed: t('restartFailed') });

/** Which version this is, and whether a newer one lies ready. */
export function About() {
  const { data } = useMachine('about.get');
  if (!data) return null;
  const { version, update } = data;
  return (
    <Rows>
      <Row label={t('version')}>{version}</Row>
      <Row
        label={t('update')}
        act={
          update !== null && (
            <Button size="xs" variant="subtle" onClick={() => void restart()}>
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
