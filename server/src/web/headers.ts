import type { Middleware } from 'koa';
import type { Config } from '../config.ts';
import { filesOrigin } from '../attachments/address.ts';
import { contentSources } from '../content/address.ts';

type Addressed = Pick<Config, 'appUrl' | 'contentDomain' | 'contentMode'>;

/** What the app's own pages may load and do: nothing inline, nothing of others but previews in frames. */
function contentSecurityPolicy(config: Addressed, frameAncestors: "'none'" | "'self'"): string {
  const socket = config.appUrl.replace(/^http/, 'ws');
  const previews = contentSources(config);
  const pictures = filesOrigin(config);
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${pictures === null ? '' : ` ${pictures}`}`,
    // Content origins too, so that the viewer can ask whether one answers; a frame could reach them anyway.
    `connect-src 'self' ${new URL(socket).origin} ${previews}`,
    `frame-src ${previews}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ');
}

const COMMON = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'];
const ONE_YEAR = 'max-age=31536000';

/** Headers of the app's own files, in the flat shape `writeHead` takes. */
export function assetHeaders({ appUrl }: Addressed): string[] {
  const strict = appUrl.startsWith('https:') ? ['Strict-Transport-Security', ONE_YEAR] : [];
  return [...COMMON, 'Cross-Origin-Resource-Policy', 'same-origin', ...strict];
}

/** What the app's own files say, on every other answer of the app too: no call's JSON is to be taken for a script. */
export function setCommonHeaders(config: Addressed): Middleware {
  const headers = assetHeaders(config);
  return (ctx, next) => {
    for (let at = 0; at + 1 < headers.length; at += 2) ctx.set(headers[at] ?? '', headers[at + 1] ?? '');
    return next();
  };
}

/** Headers of the app's pages. Only the viewer may be framed, and only by ourselves: it is also our widgets. */
export function pageHeaders(config: Addressed, { isViewer }: { isViewer: boolean }): string[] {
  const policy = contentSecurityPolicy(config, isViewer ? "'self'" : "'none'");
  const headers = [...assetHeaders(config), 'Content-Security-Policy', policy];
  headers.push('Cross-Origin-Opener-Policy', 'same-origin');
  if (isViewer) headers.push('X-Robots-Tag', 'noindex');
  return headers;
}
