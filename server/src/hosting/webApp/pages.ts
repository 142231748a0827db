import type { Router } from '@koa/router';
import { SnapshotId } from '@stagelink/shared/contracts/snapshots';
import { readViewerAddress, type ViewerAddress } from '@stagelink/shared/preview/viewerUrl';
import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import * as reviews from '../../features/reviews/repo.ts';
import { type Access, accessToSnapshot } from '../../features/access/access.ts';
import type { App } from '../../platform/context.ts';
import type { Content } from '../content/content.ts';
import type { DocsPage, Web } from './web.ts';
import { previewUrl } from '../content/preview.ts';
import { isFramed, isNavigation } from '../../platform/serving/send.ts';
import { siteNameOf } from '../../platform/serving/address.ts';
import { hasKnownExtension, typeOf } from '../../platform/serving/types.ts';
import { AppError, notFound, STATUS, toAppError } from '../../platform/http/errors.ts';
import { identify } from '../../features/identity/authenticate.ts';
import { versionUnlessLive } from '../../features/versions/service.ts';
import { shownName } from '../../features/identity/accounts/shownName.ts';
import { pictureAddress } from '../../features/pictures/address.ts';
import { pageHeaders } from './headers.ts';
import {
  docsPreview,
  type LinkPreview,
  neutralPreview,
  pagePreview,
  renderLinkPreview,
  snapshotPreview,
} from './linkPreview.ts';
import { renderPreviewFrame, type Strip } from './previewFrame.ts';
import { renderProduct } from './product.ts';
import { variantOf } from './rendered.ts';

/** Serves the web app and snapshots. Read on each request because tests replace them. */
interface Hosts extends App {
  web: Web;
  content: Content;
}

/**
 * Returns whether a request is for a page: a navigation, or a program without a preference such as a link preview, a
 * mail scanner or an uptime check. Those request no file extension and no JSON.
 */
function wantsPage(request: IncomingMessage, path: string): boolean {
  const { accept = '*/*', 'sec-fetch-dest': destination } = request.headers;
  if (isNavigation(request)) return true;
  // Browsers send a destination; Node's fetch() sends a mode only.
  if (destination !== undefined || hasKnownExtension(path)) return false;
  return /\*\/\*|text\/\*/.test(accept) && !accept.includes('json');
}

interface Page {
  status: number;
  preview: LinkPreview;
  /** HTML in place of the preview. */
  stage?: string;
  isListed?: boolean;
  isFrameable: boolean;
}

function setPageHeaders(ctx: Context, headers: readonly string[]): void {
  for (let at = 0; at + 1 < headers.length; at += 2) ctx.set(headers[at] ?? '', headers[at + 1] ?? '');
  ctx.type = 'text/html; charset=utf-8';
}

function sendPage(
  app: Hosts,
  ctx: Context,
  { status, preview, stage = '', isListed = false, isFrameable }: Page,
): void {
  const page = app.web.page(renderLinkPreview(preview), stage);
  if (page === null) throw new AppError('unavailable', 'The web app is not built. Run: npm run build -w web');
  ctx.status = status;
  setPageHeaders(ctx, pageHeaders(app.config, { path: ctx.path, isListed, isFrameable }));
  // A page with a preview is personal, and its ticket works once.
  ctx.set('Cache-Control', stage === '' ? 'no-cache' : 'no-store');
  ctx.body = page;
}

function sendDocs({ config, web }: Hosts, ctx: Context, page: DocsPage): void {
  setPageHeaders(ctx, pageHeaders(config, { path: ctx.path, isListed: true, isFrameable: false }));
  ctx.set('Cache-Control', 'no-cache');
  ctx.body = web.docsPage(page, renderLinkPreview(docsPreview(config.appUrl, page)));
}

async function accessOf(app: App, ctx: Context, id: string): Promise<Access> {
  if (!SnapshotId.safeParse(id).success) throw notFound('The requested snapshot');
  return accessToSnapshot(app, { principal: await identify(app, ctx.req), request: ctx.req }, id);
}

/** The status of a viewer page without a preview; its script repeats the request and shows the reason. */
function statusOf(cause: unknown): number {
  const { code } = toAppError(cause);
  return code === 'password_required' ? 200 : STATUS[code];
}

/** A protected snapshot says nothing about itself, not even to those with access: pages are forwarded and cached. */
function previewOf({ config: { appUrl } }: App, { snapshot }: Access): LinkPreview {
  if (snapshot.passwordSealed !== null) return neutralPreview(appUrl);
  const { id, name, version } = snapshot;
  const picture = pictureAddress(id, version, snapshot.picture);
  return snapshotPreview(appUrl, { id, name, ownerName: shownName(snapshot.ownerName), picture });
}

/** Types that browsers show in a frame; they download all others. */
const SHOWN_TYPE = /^(text|image|audio|video)\/|[/+](json|xml)\b|\/(pdf|javascript)\b/;

/**
 * Returns the URL of the file that a viewer's URL names, or null where the viewer is the answer: a person who opens a
 * file that browsers show gets the viewer on it, and everything else below the shared link gets the file.
 */
async function fileUrl(
  app: Hosts,
  ctx: Context,
  access: Access,
  { root, route, version }: ViewerAddress,
): Promise<string | null> {
  const file = route.replace(/\?.*/, '');
  if (root !== 's' || file === '/') return null;
  ctx.vary('Sec-Fetch-Dest');
  if (ctx.get('Sec-Fetch-Dest') === 'document' && SHOWN_TYPE.test(typeOf(file))) return null;
  const other = await versionUnlessLive(app, access, version);
  const site = siteNameOf(access.snapshot.label, other?.number);
  return (await app.content.hasFile(site, file))
    ? previewUrl(app, access, { path: route, version: other })
    : null;
}

async function stripOf({ db }: App, { reviewer }: Access): Promise<Strip | null> {
  if (reviewer === null) return null;
  return (await reviews.isWaitedFor(db, reviewer.id)) ? 'task' : 'line';
}

async function showViewer(app: Hosts, ctx: Context, address: ViewerAddress): Promise<void> {
  const { id, route, version } = address;
  const isPage = wantsPage(ctx.req, ctx.path);
  try {
    const access = await accessOf(app, ctx, id);
    const { snapshot } = access;
    const file = await fileUrl(app, ctx, access, address);
    if (file !== null) {
      ctx.set('Cache-Control', 'no-store');
      ctx.set('Referrer-Policy', 'no-referrer');
      return ctx.redirect(file);
    }
    if (!isPage) throw notFound('That file');
    // A section in a frame shows no preview, a HEAD request needs no ticket, and the viewer itself requests another
    // version to show why access is denied.
    const isOther = version !== null && version !== snapshot.version;
    const isBare = isOther || isFramed(ctx.req) || ctx.method === 'HEAD';
    const stage = isBare
      ? ''
      : renderPreviewFrame(app.config, {
          name: snapshot.name,
          url: await previewUrl(app, access, { path: route }),
          strip: await stripOf(app, access),
        });
    const preview = previewOf(app, access);
    sendPage(app, ctx, { status: 200, preview, stage, isFrameable: true });
  } catch (cause) {
    if (!isPage) throw cause;
    const status = statusOf(cause);
    if (status >= 500) ctx.app.emit('error', cause, ctx);
    sendPage(app, ctx, { status, preview: neutralPreview(app.config.appUrl), isFrameable: true });
  }
}

/** Answers with a page that was rendered at build time, if this request has one. */
async function sendRendered(app: Hosts, ctx: Context): Promise<boolean> {
  const variant = await variantOf(app, ctx);
  if (variant === null) return false;
  const { appUrl } = app.config;
  const head = [renderLinkPreview(pagePreview(appUrl, ctx.path))];
  if (ctx.path === '/') head.push(renderProduct(appUrl, app.config.billing !== null));
  const page = app.web.renderedPage(ctx.path, variant, head.join('\n    '));
  if (page === null) return false;
  setPageHeaders(ctx, pageHeaders(app.config, { path: ctx.path, isListed: true, isFrameable: false }));
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.vary('Cookie');
  ctx.body = page;
  return true;
}

/** Serves the app's pages for every path that is neither an API route nor a file. */
export function webPages(app: Hosts, router: Router): Middleware {
  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (!isRead || ctx.path.startsWith('/api/') || router.match(ctx.path, ctx.method).route) return next();
    const viewer = readViewerAddress(ctx.path, ctx.search);
    if (viewer?.id) return showViewer(app, ctx, viewer);
    if (!wantsPage(ctx.req, ctx.path)) return next();
    const docs = app.web.docs.get(ctx.path.replace(/(?<=.)\/$/, ''));
    if (docs) return sendDocs(app, ctx, docs);
    if (await sendRendered(app, ctx)) return;
    const preview = pagePreview(app.config.appUrl, ctx.path);
    sendPage(app, ctx, {
      status: 200,
      preview,
      isListed: preview.url !== null,
      isFrameable: ctx.path === '/login',
    });
  };
}
