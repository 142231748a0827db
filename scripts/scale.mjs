// Runs two servers behind nginx and PgBouncer with a real S3 service, and measures what the installation withstands
// (`npm run scale [-- steps]`). Needs Linux; what is missing is installed on Debian as root.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { build, SERVED } from './setup/builds.mjs';
import { inNewEnoughNode } from './setup/node.mjs';
import { installPackages } from './setup/packages.mjs';
import { COMPILED, ROOT } from './setup/root.mjs';
import { command } from './setup/say.mjs';
import { findNginx, findPgBouncer, installCeph } from './setup/serverPrograms.mjs';

await command(async () => {
  if (!(await inNewEnoughNode())) return;
  await installPackages();
  await build(SERVED);
  await installCeph();
  const programs = { NGINX_PATH: await findNginx(), PGBOUNCER_PATH: await findPgBouncer() };
  const child = spawn(process.execPath, [path.join(ROOT, 'tools/scale/scale.ts'), ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...programs },
  });
  // It stops everything that it has started.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => void child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
});
