import { adoptStore } from '../platform/blobs/installation.ts';
import { openStore } from '../platform/blobs/open.ts';
import { ConfigError, readConfig } from '../platform/config.ts';
import { openDb } from '../platform/db/db.ts';
import { openDatabase } from './run.ts';

/** Runs `npm run store -- …` on the configured database and store. Resolves to the output. */
export async function runStoreCommand(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (args.join(' ') !== 'adopt') throw new ConfigError('Usage: npm run store -- adopt');
  const config = readConfig(env);
  const { directUrl, embedded } = await openDatabase(config);
  const db = openDb(directUrl, 1);
  try {
    const blobs = await openStore(config);
    await adoptStore({ db, blobs });
    return `The files in ${blobs.location} now belong to this database. The next sweep deletes files unknown to the database.`;
  } finally {
    await db.destroy();
    await embedded?.stop();
  }
}
