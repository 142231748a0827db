// Runs the conformance suite against Stripe's own sandbox (`npm run test:stripe`).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from './setup/root.mjs';
import { command, Refusal } from './setup/say.mjs';

const SUITE = 'server/src/testing/stripe/conformance.test.ts';

await command(async () => {
  if (!/^(sk|rk)_test_\w+$/.test(process.env['STRIPE_SANDBOX_KEY'] ?? '')) {
    throw new Refusal(
      'Set STRIPE_SANDBOX_KEY to a secret test key of a Stripe sandbox (sk_test_…). The tests create customers, prices and subscriptions there.',
    );
  }
  const vitest = spawn('npx', ['vitest', 'run', '--project', 'server', SUITE], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const [code] = await once(vitest, 'exit');
  process.exitCode = code ?? 1;
});
