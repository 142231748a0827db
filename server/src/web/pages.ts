import type { Router } from '@koa/router';
import { SnapshotId } from '@stagelink/shared/contracts/snapshots';
import { readViewerAddress, type ViewerAddress } from '@stagelink/shared/preview/address';
import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import { type Access, accessToSnapshot } from '../access/access.ts';
import type { App } from '../app.ts';
import { previewUrl } from '../content/preview.ts';
import { isFramed, isNavigation } from '../content/send.ts';
import { hasKnownExtension } from '../content/types.ts';
import { AppError, notFound, STATUS, toAppError } from '../http/errors.ts';
import { identify } from '../http/session.ts';
import { pageHeaders } from './headers.ts';
import { renderStage } from './stage.ts';

/**
 * Whether a request is for a page: a person's navigation, or that of a program which takes what it gets, such as a
 * chat's link preview, a mail scanner or an uptime check. Those name no kind of file and do not ask for JSON.
 */
function wantsPage(request: IncomingMessage, path: string): boolean {
  const { accept = '*/*', 'sec-fetch-dest': destination } = request.headers;
  if (isNavigation(request)) return true;
  // Browsers name a destination; the fetch() of Node.js sends a mode alone.
  if (destination !== undefined || hasKnownExtension(path)) return false;
  return /\*\/\*|text\/\*/.test(accept) && !accept.includes('json');
}

function sendPage(app: App, ctx: Context, status: number, stage: string, isViewer: boolean): void {
  const page = app.web.page(stage);
  if (page === null) throw new AppError('unavailable', 'The web app is not built. Run: npm run build -w web');
  ctx.status = status;
  const isFrameable = isViewer || ctx.path === '/login';
  const headers = pageHeaders(app.config, { isViewer, isFrameable });
  for (let at = 0; at + 1 < headers.length; at += 2) ctx.set(headers[at] ?? '', headers[at + 1] ?? '');
  ctx.type = 'text/html; charset=utf-8';
  // With a preview in it, it is one visitor's, and its ticket works once.
  ctx.set('Cache-Control', stage === '' ? 'no-cache' : 'no-store');
  ctx.body = page;
}

async function accessOf(app: App, ctx: Context, id: string): Promise<Access> {
  if (!SnapshotId.safeParse(id).success) throw notFound('The requested snapshot');
  return accessToSnapshot(app, { viewer: await identify(app, ctx.req), request: ctx.req }, id);
}

/** A viewer's page that shows no preview: its own script asks again, and says why. */
function statusOf(cause: unknown): number {
  const { code } = toAppError(cause);
  return code === 'password_required' ? 200 : STATUS[code];
}

async function showViewer(
  app: App,
  ctx: Context,
  { root, id, route, version }: ViewerAddress,
): Promise<void> {
  const isPage = wantsPage(ctx.req, ctx.path);
  const file = route.replace(/\?.*/, '');
  const mayBeFile = root === 's' && file !== '/';
  try {
    const access = await accessOf(app, ctx, id);
    const { snapshot } = access;
    if (mayBeFile && (await app.content.hasFile(snapshot.label, file))) {
      ctx.set('Cache-Control', 'no-store');
      ctx.set('Referrer-Policy', 'no-referrer');
      return ctx.redirect(await previewUrl(app, access, { path: route }));
    }
    if (!isPage) throw notFound('That file');
    // One of our widgets in a frame shows no preview of its own, a HEAD request needs no ticket, and another version
    // is the viewer's to ask for: it can say why it may not be looked at.
    const isOther = version !== null && version !== snapshot.version;
    const isBare = isOther || isFramed(ctx.req) || ctx.method === 'HEAD';
    const stage = isBare
      ? ''
      : renderStage(app.config, snapshot.name, await previewUrl(app, access, { path: route }));
    sendPage(app, ctx, 200, stage, true);
  } catch (cause) {
    if (!isPage) throw cause;
    const status = statusOf(cause);
    if (status >= 500) ctx.app.emit('error', cause, ctx);
    sendPage(app, ctx, status, '', true);
  }
}

/** The web app's pages, for every address that is no call of the API and no file. */
export function webPages(app: App, router: Router): Middleware {
  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (!isRead || ctx.path.startsWith('/api/') || router.match(ctx.path, ctx.method).route) return next();
    const viewer = readViewerAddress(ctx.path, ctx.search);
    if (viewer?.id) return showViewer(app, ctx, viewer);
    if (!wantsPage(ctx.req, ctx.path)) return next();
    sendPage(app, ctx, 200, '', false);
  };
}
