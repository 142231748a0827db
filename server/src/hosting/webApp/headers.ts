import type { Middleware } from 'koa';
import type { Config } from '../../platform/config.ts';
import { filesOrigin } from '../../features/attachments/address.ts';
import { contentSources } from '../../platform/serving/address.ts';

type AddressConfig = Pick<Config, 'appUrl' | 'contentDomain' | 'contentMode' | 'embedOrigins'>;

/** The policy of the app's own pages: no inline code, no third parties except previews in frames. */
function contentSecurityPolicy(config: AddressConfig, frameAncestors: string): string {
  const socket = config.appUrl.replace(/^http/, 'ws');
  const previews = contentSources(config);
  const pictures = filesOrigin(config);
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${pictures === null ? '' : ` ${pictures}`}`,
    // Content origins too, so that the viewer can check whether one responds; a frame could reach them anyway.
    `connect-src 'self' ${new URL(socket).origin} ${previews}`,
    // Our own pages frame sections of the viewer.
    `frame-src ${[...new Set(["'self'", previews])].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ');
}

const COMMON = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'];
const ONE_YEAR = 'max-age=31536000';

/** Headers of the app's files, as the flat array of `writeHead`. */
export function assetHeaders({ appUrl }: Pick<Config, 'appUrl'>): string[] {
  const strict = appUrl.startsWith('https:') ? ['Strict-Transport-Security', ONE_YEAR] : [];
  return [...COMMON, 'Cross-Origin-Resource-Policy', 'same-origin', ...strict];
}

/** The same headers on all other responses of the app: JSON must not be interpreted as a script. */
export function setCommonHeaders(config: AddressConfig): Middleware {
  const headers = assetHeaders(config);
  return (ctx, next) => {
    for (let at = 0; at + 1 < headers.length; at += 2) ctx.set(headers[at] ?? '', headers[at + 1] ?? '');
    return next();
  };
}

interface Page {
  /** Search engines may list it. */
  isListed: boolean;
  /** The viewer and the sign-in page may be framed by our own pages and by `EMBED_ORIGINS`. */
  isFrameable: boolean;
}

export function pageHeaders(config: AddressConfig, { isListed, isFrameable }: Page): string[] {
  const policy = contentSecurityPolicy(
    config,
    isFrameable ? ["'self'", ...config.embedOrigins].join(' ') : "'none'",
  );
  const headers = [...assetHeaders(config), 'Content-Security-Policy', policy];
  headers.push('Cross-Origin-Opener-Policy', 'same-origin');
  if (!isListed) headers.push('X-Robots-Tag', 'noindex');
  return headers;
}
