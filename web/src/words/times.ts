import { words } from './words.ts';

export const t = words('times', {
  now: 'Just now',
  minutes: '{{count}}m ago',
  hours: '{{count}}h ago',
  days: '{{count}}d ago',
});
