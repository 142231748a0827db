import { readFile } from 'node:fs/promises';
import path from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/**
 * Content security policy of the window: the web app's, without frames and with one server for the live
 * channel.
 */
export function contentSecurityPolicy(server: string | null): string {
  const socket = server === null ? '' : ` ${server.replace(/^http/, 'ws')}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${socket}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Returns the file a URL names below `root`, or null. */
function fileFor(root: string, pathname: string): string | null {
  let name: string;
  try {
    name = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (name.includes('\0') || name.includes('\\')) return null;
  const file = path.join(root, name);
  return file.startsWith(root + path.sep) ? file : null;
}

/** Serves a file of the window; a URL without a file is a page. */
export async function serveFile(root: string, pathname: string, policy: string): Promise<Response> {
  const isPage = path.posix.extname(pathname) === '';
  const file = isPage ? path.join(root, 'index.html') : fileFor(root, pathname);
  const type = file === null ? undefined : TYPES[path.extname(file)];
  if (file === null || type === undefined) return new Response(null, { status: 404 });
  try {
    return new Response(await readFile(file), {
      headers: {
        'content-type': type,
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-store',
      },
    });
  } catch {
    return new Response(null, { status: 404 });
  }
}
