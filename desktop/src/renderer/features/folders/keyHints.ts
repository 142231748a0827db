import { t } from './copy.ts';

export const KEY_HINTS = [
  { keys: ['J', 'K'], act: t('keyMove') },
  { keys: ['↵'], act: t('keyOpen') },
  { keys: ['S'], act: t('keyStage') },
  { keys: ['L'], act: t('keyCopy') },
  { keys: ['N'], act: t('keyNew') },
  { keys: ['?'], act: t('keyAll') },
];
