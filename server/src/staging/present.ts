import type { Staged } from '@stagelink/shared/contracts/staging';
import type { App } from '../app.ts';
import { contentUrl } from '../content/address.ts';
import { presentSnapshot } from '../snapshots/present.ts';
import type { Finalized } from './finalize.ts';

/** For the owner only: it holds the password. */
export function presentStaged(
  { snapshot: row, version }: Finalized,
  app: Pick<App, 'config' | 'secrets'>,
): Staged {
  const snapshot = presentSnapshot(row, app);
  return {
    snapshot,
    version,
    url: snapshot.url,
    contentUrl: contentUrl(app.config, row),
    password: snapshot.password,
  };
}
