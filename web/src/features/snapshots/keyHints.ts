import { t } from './rowsCopy.ts';

export const KEY_HINTS = [
  { keys: ['J', 'K'], act: t('keyMove') },
  { keys: ['X'], act: t('keySelect') },
  { keys: ['↵'], act: t('keyOpen') },
  { keys: ['L'], act: t('keyCopy') },
  { keys: ['E'], act: t('keyExtend') },
  { keys: ['N'], act: t('keyNew') },
  { keys: ['/'], act: t('keySearch') },
];
