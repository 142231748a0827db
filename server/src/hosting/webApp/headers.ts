import type { Middleware } from 'koa';
import type { Config } from '../../platform/config.ts';
import { filesOrigin } from '../../features/attachments/address.ts';
import { contentSources } from '../../platform/serving/address.ts';

type AddressConfig = Pick<Config, 'appUrl' | 'contentDomain' | 'contentMode' | 'embedOrigins'>;
type PageConfig = AddressConfig & Pick<Config, 'billing'>;

/** The only page that may load Stripe’s script. Card data rules require that it comes from Stripe. */
const STRIPE_PAGE = '/pricing';
const STRIPE_SCRIPTS = 'https://js.stripe.com https://*.js.stripe.com';

/** What a page may load from Stripe, for each directive. */
const STRIPE_SOURCES = {
  script: ` ${STRIPE_SCRIPTS}`,
  frame: ` ${STRIPE_SCRIPTS} https://hooks.stripe.com`,
  connect: ' https://api.stripe.com',
};
const NO_SOURCES: typeof STRIPE_SOURCES = { script: '', frame: '', connect: '' };

/** The policy of the app's own pages: no inline code, no third parties except previews in frames. */
function contentSecurityPolicy(
  config: AddressConfig,
  frameAncestors: string,
  { script, frame, connect }: typeof STRIPE_SOURCES,
): string {
  const socket = config.appUrl.replace(/^http/, 'ws');
  const previews = contentSources(config);
  const pictures = filesOrigin(config);
  return [
    "default-src 'self'",
    `script-src 'self'${script}`,
    "style-src 'self'",
    `img-src 'self' data: blob:${pictures === null ? '' : ` ${pictures}`}`,
    // Content origins too, so that the viewer can check whether one responds; a frame could reach them anyway.
    `connect-src 'self' ${new URL(socket).origin} ${previews}${connect}`,
    // Our own pages frame sections of the viewer.
    `frame-src ${[...new Set(["'self'", previews])].join(' ')}${frame}`,
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
  path: string;
  /** Search engines may list it. */
  isListed: boolean;
  /** The viewer and the sign-in page may be framed by our own pages and by `EMBED_ORIGINS`. */
  isFrameable: boolean;
}

export function pageHeaders(config: PageConfig, { path, isListed, isFrameable }: Page): string[] {
  const loadsStripe = path === STRIPE_PAGE && config.billing?.stripePublishableKey != null;
  const policy = contentSecurityPolicy(
    config,
    isFrameable ? ["'self'", ...config.embedOrigins].join(' ') : "'none'",
    loadsStripe ? STRIPE_SOURCES : NO_SOURCES,
  );
  const headers = [...assetHeaders(config), 'Content-Security-Policy', policy];
  if (loadsStripe) headers.push('Permissions-Policy', 'payment=(self "https://js.stripe.com")');
  headers.push('Cross-Origin-Opener-Policy', 'same-origin');
  if (!isListed) headers.push('X-Robots-Tag', 'noindex');
  return headers;
}
