import { aptInstall, findProgram, mayInstall } from './apt.mjs';
import { Refusal } from './say.mjs';

/** A program of Debian, which is not on the PATH of every user there. */
const find = () =>
  process.env['PGBOUNCER_PATH'] ?? findProgram('pgbouncer') ?? findProgram('pgbouncer', '/usr/sbin');

/** Returns the pooler that the server is tested behind; installs a missing one if permitted. */
export async function findPgBouncer() {
  const found = find();
  if (found) return found;
  if (!mayInstall()) {
    throw new Refusal(
      'The stories need PgBouncer. Install it (on Debian: sudo apt-get install pgbouncer), or name it in PGBOUNCER_PATH.',
    );
  }
  await aptInstall('Installing PgBouncer', ['pgbouncer']);
  const installed = find();
  if (!installed) throw new Refusal('PgBouncer was installed but cannot be found.');
  return installed;
}
