import { defineCopy } from '../../../lib/copy.ts';

export const t = defineCopy({
  title: 'Check accounts',
  text: 'Accounts with damaged data, and registrations that were never used. Nothing changes until you repair.',
  checking: 'Checking accounts',
  failed: 'Failed to check the accounts',
  found: 'No corrupted users were found.',
  repair: 'Repair',
  repairFailed: 'Failed to repair the accounts',

  unknown_role: 'Unknown role',
  unknown_subscription: 'Unknown subscription status',
  unpaid_plan: 'Pro without a payment account',
  outdated_plan: 'Plan differs from the payment provider',
  invalid_email: 'Invalid email address',
  unfinished_registration: 'Registration never finished',

  reset_role: 'Becomes an ordinary user',
  reset_plan: 'Becomes Free',
  read_billing: 'Is read from the payment provider again',
  warn: 'Gets a warning by email, and can be deleted a week later',
  wait: 'Was warned less than a week ago',
  delete: 'Is deleted',
  none: 'Change the address or delete the user',
});
