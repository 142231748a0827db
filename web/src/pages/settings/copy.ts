import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  title: 'Settings',
  subtitle: 'Your account, plan and email preferences.',
});
