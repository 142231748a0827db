import type { Middleware } from 'koa';
import type { Config } from '../config.ts';
import { filesOrigin } from '../attachments/address.ts';
import { contentSources } from '../content/address.ts';

type Addressed = Pick<Config, 'appUrl' | 'contentDomain' | 'contentMode' | 'embedOrigins'>;

/** What the app's own pages may load and do: nothing inline, nothing of others but previews in frames. */
function contentSecurityPolicy(config: Addressed, frameAncestors: string): string {
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
    // Our own pages frame the viewer's sections.
    `frame-src ${[...new Set(["'self'", previews])].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ');
}

const COMMON = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'];
const ONE_YEAR = 'max-age=31536000';

/** Headers of the app's own files, in the flat shape `writeHead` takes. */
export function assetHeaders({ appUrl }: Pick<Config, 'appUrl'>): string[] {
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

interface Page {
  isViewer: boolean;
  /** The viewer and the sign-in page are also sections of other pages: our own, and those of `EMBED_ORIGINS`. */
  isFrameable: boolean;
}

/** Headers of the app's pages. */
export function pageHeaders(config: Addressed, { isViewer, isFrameable }: Page): string[] {
  const policy = contentSecurityPolicy(
    config,
    isFrameable ? ["'self'", ...config.embedOrigins].join(' ') : "'none'",
  );
  const headers = [...assetHeaders(config), 'Content-Security-Policy', policy];
  headers.push('Cross-Origin-Opener-Policy', 'same-origin');
  if (isViewer) headers.push('X-Robots-Tag', 'noindex');
  return headers;
}
