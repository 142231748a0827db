import type { Router } from '@koa/router';
import { readPins, reportPins } from '@stagelink/shared/contracts/comments';
import { resultOf, stateOf } from '@stagelink/shared/domain/pins';
import { downloadVersion } from '@stagelink/shared/contracts/downloads';
import * as api from '@stagelink/shared/contracts/versions';
import { portableName } from '@stagelink/shared/domain/paths';
import * as analytics from '../analytics/service.ts';
import { accessToSnapshot, ownAccess, ownSnapshot } from '../access/access.ts';
import type { App } from '../../platform/context.ts';
import { keptReply } from '../../platform/http/immutable.ts';
import type { RequestContext } from '../../platform/http/principal.ts';
import { OK, route } from '../../platform/http/route.ts';
import { presentSnapshot } from '../snapshots/present.ts';
import { compareFile, compareVersions, type Pair } from './compare.ts';
import { zipOf } from '../../platform/http/zip.ts';
import { describeDownload, entriesOf, prepareDownload } from './download.ts';
import { report } from '../pins/service.ts';
import { presentFile, presentVersion } from './present.ts';
import * as service from './service.ts';

export function versionRoutes(router: Router, app: App): void {
  route(router, app, api.listVersions, async ({ input, context }) => {
    const access = await accessToSnapshot(app, context, input.id);
    const rows = await service.list(app, access);
    return {
      versions: rows.map((row) => presentVersion(row, access.snapshot, app)),
      keepVersions: access.isOwner ? access.snapshot.keepVersions : null,
    };
  });

  route(router, app, api.listVersionFiles, async ({ input, context, ctx }) => {
    const access = await accessToSnapshot(app, context, input.id);
    const version = await service.loadVisible(app, access, input.version);
    const kept = keptReply(ctx, api.listVersionFiles);
    if (kept) return kept;
    const { files, nextCursor } = await service.listFiles(app, version, input.cursor);
    return { files: files.map(presentFile), nextCursor };
  });

  route(router, app, downloadVersion, async ({ input, principal, ctx }) => {
    const access = await ownAccess(app, principal, input.id);
    const version = await service.loadVisible(app, access, input.version);
    const fileName = portableName(`${access.snapshot.name} v${version.number}.zip`);
    const download = prepareDownload(await service.allFiles(app, version));
    if (input.format === 'json') return describeDownload(download, fileName);
    await analytics.record(app.db, {
      type: 'snapshot_downloaded',
      userId: principal.userId,
      data: { snapshotId: input.id, version: String(version.number) },
    });
    ctx.attachment(fileName);
    return zipOf(entriesOf(app, download));
  });

  /** The versions to compare, if the caller may see both. */
  async function pairOf(
    context: RequestContext,
    input: { id: string; from: number; to: number },
  ): Promise<Omit<Pair, 'address'>> {
    const access = await accessToSnapshot(app, context, input.id);
    const from = await service.loadVisible(app, access, input.from);
    return { from, to: await service.loadVisible(app, access, input.to) };
  }

  route(router, app, api.compareVersions, async ({ input, context, address, ctx }) => {
    const pair = await pairOf(context, input);
    return keptReply(ctx, api.compareVersions) ?? compareVersions(app, { ...pair, address }, input.cursor);
  });

  route(router, app, api.compareFile, async ({ input, context, address }) => {
    const pair = await pairOf(context, input);
    return compareFile(app, { ...pair, address }, input.path);
  });

  route(router, app, api.publishVersion, async ({ input, principal }) => {
    await ownSnapshot(app, principal, input.id);
    return { snapshot: presentSnapshot(await service.publishVersion(app, input, principal), app) };
  });

  route(router, app, api.discardVersion, async ({ input, principal }) => {
    await ownSnapshot(app, principal, input.id);
    await service.discard(app, input.id, input.version);
    return OK;
  });

  route(router, app, readPins, async ({ input, principal }) => {
    await ownSnapshot(app, principal, input.id);
    const pins = await service.pinsOn(app, input.id, input.version);
    return { pins: pins.map((pin) => ({ ...pin, ...resultOf(pin.status) })) };
  });

  route(router, app, reportPins, async ({ input, context }) => {
    const access = await accessToSnapshot(app, context, input.id);
    const findings = input.findings.map((finding) => ({ ...finding, status: stateOf(finding) }));
    await report(app, access, input.version, findings);
    return OK;
  });
}
