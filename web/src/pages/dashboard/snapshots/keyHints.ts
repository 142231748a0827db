import { t } from '../../../words/rows.ts';

/** What the keys of the list do. */
export const KEY_HINTS = [
  { keys: ['J', 'K'], act: t('keyMove') },
  { keys: ['X'], act: t('keySelect') },
  { keys: ['↵'], act: t('keyOpen') },
  { keys: ['L'], act: t('keyCopy') },
  { keys: ['E'], act: t('keyExtend') },
  { keys: ['N'], act: t('keyNew') },
  { keys: ['/'], act: t('keySearch') },
];
