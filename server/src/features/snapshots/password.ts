import type { App } from '../../platform/context.ts';
import { sameText } from '../../platform/secrets.ts';

type Sealer = Pick<App, 'secrets'>;

function isPassword({ secrets }: Sealer, sealed: Buffer, password: string): boolean {
  const current = secrets.tryOpen(sealed);
  return current !== null && sameText(current, password);
}

/**
 * Returns what to store for a requested password; undefined if it is unchanged or none was requested. Storing a
 * password invalidates existing access, and a pipeline sends the same password on each run.
 */
export function passwordToStore(
  app: Sealer,
  current: Buffer | null,
  requested: string | null | undefined,
): Buffer | null | undefined {
  if (requested === undefined) return undefined;
  if (requested === null) return current === null ? undefined : null;
  if (current !== null && isPassword(app, current, requested)) return undefined;
  return app.secrets.seal(requested);
}
