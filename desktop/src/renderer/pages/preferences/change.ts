import { tell } from '../../../../../web/src/ui/telling.ts';
import type { Preferences } from '../../../ipc.ts';
import { tellMachine } from '../../data/machine.ts';
import { ask } from '../../desk.ts';
import { t } from '../../words/preferences.ts';

/** Seen where it happens; only a refusal needs words. `what` is how it is called. */
export const change = (what: string, preferences: Partial<Preferences>) =>
  tell({
    act: async () => tellMachine('preferences.get', await ask('preferences.change', preferences)),
    failed: t('changeFailed', { what }),
  });
