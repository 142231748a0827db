import type { Staged } from '@stagelink/shared/contracts/staging';
import type { App } from '../../platform/context.ts';
import { contentOrigin, contentUrl } from '../../platform/serving/address.ts';
import { presentSnapshot } from '../snapshots/present.ts';
import type { FinalizeResult } from './finalize.ts';

/** Presents a version to its owner only: contains the password. */
export function presentStaged(
  { snapshot: row, version, draft, threads }: FinalizeResult,
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
    draft,
    ...(threads === null ? {} : { threads }),
  };
}
