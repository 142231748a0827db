import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  title: 'Settings',
  sections: 'Sections',
  subtitle: 'Your account, plan and email preferences.',
});
