import path from 'node:path';
import { createApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { migrate } from './db/db.ts';
import { type Embedded, startEmbedded } from './db/embedded.ts';
import { createServer } from './server.ts';

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const embedded: Embedded | null =
    config.databaseUrl === null
      ? await startEmbedded(path.join(config.dataDir, 'postgres'), { durable: true })
      : null;
  const app = await createApp(config, config.databaseUrl ?? embedded?.url('postgres') ?? '');
  await migrate(app.db);
  await app.listener.start();
  const server = createServer(app);

  const stop = async () => {
    await server.stop();
    await app.listener.stop();
    await app.db.destroy();
    await embedded?.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());

  server.http.listen(config.port, config.host, () => app.log.info(`listening on ${config.appUrl}`));
}

run().catch((cause: unknown) => {
  process.stderr.write(`${cause instanceof ConfigError ? cause.message : String(cause)}\n`);
  process.exitCode = 1;
});
