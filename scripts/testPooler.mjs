// Runs the tests of the server behind PgBouncer in transaction mode (`npm run test:pooler [-- words of paths]`).
import { mkdirSync } from 'node:fs';
import { build } from './setup/builds.mjs';
import { inNewEnoughNode } from './setup/node.mjs';
import { installPackages } from './setup/packages.mjs';
import { command } from './setup/say.mjs';
import { REPORTS } from './testing/runner.mjs';
import { withFastTemporaryFiles } from './testing/temporaryFolder.mjs';
import { unitBehindPooler } from './testing/units.mjs';

await command(async () => {
  if (!(await inNewEnoughNode())) return;
  await installPackages();
  await build();
  mkdirSync(REPORTS, { recursive: true });
  await withFastTemporaryFiles(async () => {
    const { failed } = await unitBehindPooler(process.argv.slice(2));
    if (failed > 0) process.exitCode = 1;
  });
});
