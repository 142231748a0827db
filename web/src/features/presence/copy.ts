import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  watching_one: '{{names}} is watching',
  watching_other: '{{names}} are watching',
});
