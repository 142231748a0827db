import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  notifications: 'Browser Notifications',
  hint: 'Mentions, replies and decisions, also while Stagelink is closed.',
  inBrowser: 'In this browser',
  on: 'On',
  off: 'Off',
  unsupported: 'This browser cannot show notifications of websites.',
  blocked: 'Blocked by this browser.',
  unblock:
    'Allow notifications in the settings of this site, which open beside its address, and come back to this page.',
  failed: 'Failed to load whether notifications are on',
  turnOnFailed: 'Failed to turn notifications on. The push service of this browser may be unreachable.',
  turnOffFailed: 'Failed to turn notifications off. Please try again.',
});
