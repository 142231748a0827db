import { mkdirSync } from 'node:fs';
import { build } from '../setup/builds.mjs';
import { inNewEnoughNode } from '../setup/node.mjs';
import { installPackages } from '../setup/packages.mjs';
import { command } from '../setup/say.mjs';
import { REPORTS } from './runner.mjs';
import { withFastTemporaryFiles } from './temporaryFolder.mjs';

/**
 * A command for tests that take too long for `npm test`: sets up what they need, and fails when one of them does.
 * @param {(words: readonly string[]) => Promise<import('./runner.mjs').Count>} runTests gets the arguments, which are
 * words of paths; all tests when empty
 */
export const runProof = (runTests) =>
  command(async () => {
    if (!(await inNewEnoughNode())) return;
    await installPackages();
    await build();
    mkdirSync(REPORTS, { recursive: true });
    await withFastTemporaryFiles(async () => {
      const { failed } = await runTests(process.argv.slice(2));
      if (failed > 0) process.exitCode = 1;
    });
  });
