import type { App } from '../app.ts';
import { sameText } from '../secrets.ts';

type Sealer = Pick<App, 'secrets'>;

function isPassword({ secrets }: Sealer, sealed: Buffer, password: string): boolean {
  const current = secrets.tryOpen(sealed);
  return current !== null && sameText(current, password);
}

/**
 * What to store for a requested password; undefined when the snapshot has that one already, or none was requested. A
 * stored password ends what the old one has opened, and a pipeline names the same one at each run.
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
