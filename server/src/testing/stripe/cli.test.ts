import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { API_VERSION } from './description.ts';
import { openStripe, type StripeStandIn } from './standIn.ts';

const PACKAGE = `@stripe/cli-${process.platform}-${process.arch}/package.json`;
const COMMAND = path.join(path.dirname(createRequire(import.meta.url).resolve(PACKAGE)), 'bin/stripe');

/** Runs Stripe’s own command against the stand-in, in a home of its own. Returns what Stripe answered. */
async function stripeCommand({ url, secretKey }: StripeStandIn, ...args: string[]): Promise<unknown> {
  const home = await mkdtemp(path.join(tmpdir(), 'stagelink-stripe-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const { stdout } = await promisify(execFile)(
    COMMAND,
    [...args, '--api-base', url, '--api-key', secretKey, '--stripe-version', API_VERSION],
    { env: { PATH: process.env['PATH'], HOME: home, STRIPE_CLI_TELEMETRY_OPTOUT: '1' } },
  );
  return JSON.parse(stdout);
}

test('Stripe’s own command creates a customer, and an unknown parameter is refused', async () => {
  const standIn = await openStripe();
  onTestFinished(() => standIn.close());

  const made = await stripeCommand(standIn, 'customers', 'create', '-d', 'email=ada@example.com');
  expect(made).toMatchObject({ object: 'customer', email: 'ada@example.com', livemode: false });
  expect(standIn.account.ledger.all('customer')).toMatchObject([{ email: 'ada@example.com' }]);

  const refused = await stripeCommand(standIn, 'customers', 'create', '-d', 'mail=ada@example.com');
  expect(refused).toMatchObject({ error: { code: 'parameter_unknown', param: 'mail' } });
  expect(standIn.account.ledger.all('customer')).toHaveLength(1);
});
