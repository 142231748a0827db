import type { Router } from '@koa/router';
import {
  CAPTURE_FIREFOX_PATH,
  CAPTURE_PATH,
  EXTENSION_PATH,
  extensionVersion,
  reportExtension,
} from '@stagelink/shared/contracts/editorExtension';
import type { Context } from 'koa';
import { assertPro } from '../identity/accounts/plan.ts';
import * as accounts from '../identity/accounts/repo.ts';
import type { App } from '../../platform/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { OK, route } from '../../platform/http/route.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Packaged } from './packaged.ts';
import * as repo from './repo.ts';

const BACKUP_PATH = '/api/extensions/download';

async function assertMayDownload(app: App, principal: Principal | null): Promise<void> {
  const user = principal && (await accounts.find(app.db, principal.userId));
  if (!user) throw new AppError('unauthenticated', 'Please log in to download the extension.');
  assertPro(app.config, user, 'The extension is part of Pro.');
}

type FindPackage = () => Promise<Packaged | null>;

interface Packages {
  findPackage: FindPackage;
  findCapture: FindPackage;
  findFirefoxCapture: FindPackage;
}

function send(ctx: Context, { etag, file }: Packaged, path: string): void {
  ctx.set('ETag', etag);
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = 'application/octet-stream';
  ctx.set('Content-Disposition', `attachment; filename="${path.slice(1)}"`);
  ctx.body = file;
}

const notPackaged = (what: string) =>
  new AppError('not_found', `This server does not offer the ${what}: it was not packaged here.`);

export function extensionRoutes(
  router: Router,
  app: App,
  { findPackage, findCapture, findFirefoxCapture }: Packages,
): void {
  route(router, app, extensionVersion, async ({ principal }) => {
    const packaged = await findPackage();
    const installed = principal && (await repo.installedVersion(app.db, principal.userId));
    const capture = await findCapture();
    return { version: packaged?.version ?? null, installed, capture: capture?.version ?? null };
  });

  route(router, app, reportExtension, async ({ input, principal }) => {
    await repo.noteInstalled(app.db, principal.userId, input.version);
    return OK;
  });

  router.register([EXTENSION_PATH, BACKUP_PATH], ['GET', 'HEAD'], async (ctx: Context) => {
    ctx.state['route'] = EXTENSION_PATH;
    await assertMayDownload(app, ctx.state['principal'] as Principal | null);
    const packaged = await findPackage();
    if (!packaged) throw notPackaged('extension');
    send(ctx, packaged, EXTENSION_PATH);
  });

  // On every plan and without an account: it is useful only with one.
  const captures = { [CAPTURE_PATH]: findCapture, [CAPTURE_FIREFOX_PATH]: findFirefoxCapture };
  for (const [path, find] of Object.entries(captures)) {
    router.register(path, ['GET', 'HEAD'], async (ctx: Context) => {
      ctx.state['route'] = path;
      const packaged = await find();
      if (!packaged) throw notPackaged('browser extension');
      send(ctx, packaged, path);
    });
  }
}
