import { words } from './words.ts';

export const t = words({
  now: 'Just now',
  minutes: '{{count}}m ago',
  hours: '{{count}}h ago',
  days: '{{count}}d ago',
});
