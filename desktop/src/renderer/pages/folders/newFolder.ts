import type { Action } from '../../../../../web/src/shell/palette/actions.ts';
import { t } from '../../words/folders.ts';
import * as acts from './acts.ts';

/** Wherever folders are listed. */
export const newFolder: Action = {
  id: 'newFolder',
  group: 'folders',
  label: t('add'),
  keys: ['n'],
  run: () => void acts.pick(),
};
