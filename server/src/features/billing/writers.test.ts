import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SRC = path.resolve(import.meta.dirname, '../..');

const SOURCES = globSync('**/*.ts', { cwd: SRC })
  .filter((file) => !/\.test\.ts$|^testing\//.test(file))
  .map((file) => ({
    file: file.split(path.sep).join('/'),
    text: readFileSync(path.join(SRC, file), 'utf8'),
  }));

/** Columns of `users` and `billing_accounts` that follow from what Stripe says. */
const COLUMNS = [
  'subscription_status',
  'trial_ends_at',
  'next_billing_at',
  'next_billing_cents',
  'pro_ends_at',
  'stripe_status',
  'cancelled_at',
  'period_end',
  'trial_end',
  'last_payment_at',
  'applied_seq',
  'billing_plan',
  'is_trial_ending',
].join('|');
/** As a key of an object for Knex, or after `set` in SQL. */
const WRITES = new RegExp(`^\\s*(${COLUMNS}):|[{,] ?(${COLUMNS}):|\\bset\\b[^;\`]*\\b(${COLUMNS}) *=`, 'm');

const filesWith = (pattern: RegExp) =>
  SOURCES.filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .toSorted();

test('billing state is written in one place', () => {
  expect(filesWith(WRITES)).toEqual([
    // Repairs an account that claims Pro and was never a customer.
    'features/admin/cleanupRepo.ts',
    'features/billing/repo.ts',
  ]);
});

test('only apply() writes it', () => {
  const writers = filesWith(/\brepo\.write\(/).filter((file) => file.startsWith('features/billing/'));
  expect(writers).toEqual(['features/billing/apply.ts']);
  const importers = filesWith(/from '[./]+billing\/repo\.ts'/);
  for (const file of importers) {
    const { text = '' } = SOURCES.find((source) => source.file === file) ?? {};
    expect([file, /\bbilling(Repo)?\.write\(/.test(text)]).toEqual([file, false]);
  }
});
