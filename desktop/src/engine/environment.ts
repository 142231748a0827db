import { shellEnv } from 'shell-env';

/** The variables builds are run with. */
export type Environment = Record<string, string | undefined>;

/** A login shell that asks something at its start never answers. */
const PATIENCE_MS = 5_000;

/**
 * The variables a terminal would have: programs started from a desktop know little of what a person installed. Without
 * an answer of the shell, this process's own.
 */
export async function loginEnvironment(): Promise<Environment> {
  const { promise: late, resolve } = Promise.withResolvers<Environment>();
  const timer = setTimeout(() => resolve({}), PATIENCE_MS);
  const asked: Promise<Environment> = shellEnv().catch(() => ({}));
  const shell = await Promise.race([asked, late]);
  clearTimeout(timer);
  return { ...process.env, ...shell };
}
