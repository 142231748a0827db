import type { Staged } from '@stagelink/shared/contracts/staging';
import type { App } from '../app.ts';
import { contentOrigin, contentUrl } from '../content/address.ts';
import { presentSnapshot } from '../snapshots/present.ts';
import type { Finalized } from './finalize.ts';

/** For the owner only: it holds the password. */
export function presentStaged(
  { snapshot: row, version, waits }: Finalized,
  app: Pick<App, 'config' | 'secrets'>,
): Staged {
  const snapshot = presentSnapshot(row, app);
  const own = version === row.version ? null : contentOrigin(app.config, row.label, version);
  return {
    snapshot,
    version,
    url: snapshot.url,
    contentUrl: own === null ? contentUrl(app.config, row) : `${own}/`,
    password: snapshot.password,
    waits,
  };
}
