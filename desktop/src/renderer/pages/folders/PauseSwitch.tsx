import { Switch } from '@mantine/core';
import { tell } from '../../../../../web/src/ui/telling.ts';
import { tellMachine, useMachine } from '../../data/machine.ts';
import { ask } from '../../desk.ts';
import { t } from '../../words/folders.ts';

const pause = (isPaused: boolean) =>
  tell({
    act: async () => tellMachine('preferences.get', await ask('preferences.change', { isPaused })),
    failed: t('pauseFailed'),
  });

/** Keeps everything from being staged by itself. */
export function PauseSwitch() {
  const { data } = useMachine('preferences.get');
  return (
    <Switch
      size="sm"
      label={t('pause')}
      title={t('pauseHint')}
      disabled={!data}
      checked={data?.isPaused ?? false}
      onChange={(event) => void pause(event.currentTarget.checked)}
    />
  );
}
