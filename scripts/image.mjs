// Builds the image of deploy/Dockerfile without Docker and tries it (`npm run image`). Needs Debian and root.
import { build } from './setup/builds.mjs';
import { inNewEnoughNode } from './setup/node.mjs';
import { installPackages } from './setup/packages.mjs';
import { command } from './setup/say.mjs';

await command(async () => {
  if (!(await inNewEnoughNode())) return;
  await installPackages();
  await build(['cli']);
  const { makeImage } = await import('./image/makeImage.ts');
  const { tryImage } = await import('./image/tryImage.ts');
  await tryImage(await makeImage());
});
