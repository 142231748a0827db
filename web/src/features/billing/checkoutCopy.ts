import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  trial: 'Welcome to your Pro trial! You now have access to all Pro features.',
  subscribed: 'Subscription activated! You now have full access to Pro features.',
});
