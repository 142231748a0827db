import { runWithToast } from '@stagelink/web/kit/runWithToast.ts';
import type { Preferences } from '../../../protocol/window.ts';
import { setIpcData } from '../../lib/ipcQueries.ts';
import { invoke } from '../../lib/stagelink.ts';
import { t } from './copy.ts';

/**
 * Shows a toast only on failure: success is visible in the control. `what` is the label of the preference.
 */
export const change = (what: string, preferences: Partial<Preferences>) =>
  runWithToast({
    act: async () => setIpcData('preferences.get', await invoke('preferences.change', preferences)),
    failed: t('changeFailed', { what }),
  });
