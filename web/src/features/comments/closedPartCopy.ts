import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  closed: 'In a part that is not open now',
  show: 'Show',
  openYourself: 'Open it yourself: {{way}}',
  openPartYourself: 'Open the part that it is in yourself.',
});
