import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  trial: 'Welcome to your Pro trial! You now have access to all Pro features.',
  unconfirmed:
    'We could not confirm the payment yet. Pro starts as soon as it is confirmed; do not pay again before that.',
  subscribed: 'Subscription activated! You now have full access to Pro features.',
});
