import type { Action } from '@stagelink/web/lib/keyboard/actions.ts';
import { t } from './copy.ts';
import * as actions from './actions.ts';

export const newFolder: Action = {
  id: 'newFolder',
  group: 'folders',
  label: t('add'),
  keys: ['n'],
  run: () => void actions.pick('folder'),
};
