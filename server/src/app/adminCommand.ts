import { grantSuperadmin, revokeSuperadmin } from '../features/admin/superadmins.ts';
import * as accounts from '../features/identity/accounts/repo.ts';
import { type Config, ConfigError, readConfig } from '../platform/config.ts';
import { type Db, openDb } from '../platform/db/db.ts';
import { AppError } from '../platform/http/errors.ts';
import { openDatabase } from './run.ts';

const USAGE =
  'Usage: stagelink-server admin grant <email>, admin revoke <email>, or admin list (npm run admin -- …)';

async function list(db: Db): Promise<string> {
  const rows = await accounts.superadmins(db);
  const lines = rows.map(({ email, name }) => `  ${email} (${name})`);
  return rows.length === 0 ? 'There is no superadmin.' : ['Superadmins:', ...lines].join('\n');
}

async function act(db: Db, { mail }: Config, [what, email, ...more]: string[]): Promise<string> {
  if (more.length > 0) throw new ConfigError(USAGE);
  if (what === 'grant' && email !== undefined)
    await grantSuperadmin(db, email, { canSendMail: mail !== null, byOperator: true });
  else if (what === 'revoke' && email !== undefined) await revokeSuperadmin(db, email);
  else if (what !== 'list' || email !== undefined) throw new ConfigError(USAGE);
  return list(db);
}

/** Runs `stagelink-server admin …` on the configured database. Resolves to the output. */
export async function runAdminCommand(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (args.length === 0) throw new ConfigError(USAGE);
  const config = readConfig(env);
  const { directUrl, embedded } = await openDatabase(config);
  const db = openDb(directUrl, 2);
  try {
    return await act(db, config, args);
  } catch (cause) {
    throw cause instanceof AppError ? new ConfigError(cause.message, { cause }) : cause;
  } finally {
    await db.destroy();
    await embedded?.stop();
  }
}
