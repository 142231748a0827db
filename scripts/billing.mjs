// Prepares an account at Stripe for billing (`npm run billing:setup`).
import { inNewEnoughNode } from './setup/node.mjs';
import { installPackages } from './setup/packages.mjs';
import { command, Refusal } from './setup/say.mjs';

await command(async () => {
  if (!(await inNewEnoughNode())) return;
  await installPackages();
  /** @type {{ runBillingSetup: (env: NodeJS.ProcessEnv) => Promise<string> }} */
  const { runBillingSetup } = await import(
    new URL('../server/src/app/billingCommand.ts', import.meta.url).href
  );
  const report = await runBillingSetup(process.env).catch((cause) => {
    throw cause.name === 'ConfigError' ? new Refusal(cause.message) : cause;
  });
  process.stdout.write(`${report}\n`);
});
