// Builds what people install into one folder and installs it from there (`npm run release`).
import { build, SERVED } from './setup/builds.mjs';
import { inNewEnoughNode } from './setup/node.mjs';
import { installPackages } from './setup/packages.mjs';
import { command, say } from './setup/say.mjs';

await command(async () => {
  if (!(await inNewEnoughNode())) return;
  await installPackages();
  await build(SERVED);
  const { makeRelease } = await import('./release/makeRelease.ts');
  const { tryRelease } = await import('./release/tryRelease.ts');
  const release = await makeRelease();
  for (const line of await tryRelease(release)) say(line);
  process.stdout.write(`The release ${release.version} is in ${release.folder}.\n`);
});
