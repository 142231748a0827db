import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  expired: 'Expired {{date}}',
  daysLeft_one: '{{count}} day left',
  daysLeft_other: '{{count}} days left',
  hoursLeft_one: '{{count}} hour left',
  hoursLeft_other: '{{count}} hours left',
  minutesLeft_one: '{{count}} minute left',
  minutesLeft_other: '{{count}} minutes left',
});
