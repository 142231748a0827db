import { runWithToast } from '@stagelink/web/kit/runWithToast.ts';
import { Switch } from '@stagelink/web/kit/Switch.tsx';
import { setIpcData, useIpcQuery } from '../../lib/ipcQueries.ts';
import { ask } from '../../lib/stagelink.ts';
import { t } from './copy.ts';

const pause = (isPaused: boolean) =>
  runWithToast({
    act: async () => setIpcData('preferences.get', await ask('preferences.change', { isPaused })),
    failed: t('pauseFailed'),
  });

export function PauseSwitch() {
  const { data } = useIpcQuery('preferences.get');
  return (
    <Switch
      label={t('pause')}
      text={{ after: t('pause') }}
      title={t('pauseHint')}
      disabled={!data}
      isOn={data?.isPaused ?? false}
      onChange={(isPaused) => void pause(isPaused)}
    />
  );
}
