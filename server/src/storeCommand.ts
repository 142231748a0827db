import { adoptStore } from './blobs/installation.ts';
import { openStore } from './blobs/open.ts';
import { ConfigError, readConfig } from './config.ts';
import { openDb } from './db/db.ts';
import { openDatabase } from './run.ts';

/** Runs `npm run store -- …` on the configured database and store. Resolves to the sentence to print. */
export async function runStoreCommand(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (args.join(' ') !== 'adopt') throw new ConfigError('Usage: npm run store -- adopt');
  const config = readConfig(env);
  const { url, embedded } = await openDatabase(config);
  const db = openDb(url, 1);
  try {
    const blobs = await openStore(config);
    await adoptStore({ db, blobs });
    return `The files in ${blobs.place} now belong to this database. Files it does not know are swept from there.`;
  } finally {
    await db.destroy();
    await embedded?.stop();
  }
}
