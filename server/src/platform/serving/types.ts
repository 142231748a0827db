import mime from 'mime-types';

const UNKNOWN = 'application/octet-stream';
const TEXT = 'text/plain; charset=utf-8';

/** Types that differ from the registered ones, which a browser does not run or show. */
const BY_EXTENSION = new Map([['.cjs', 'text/javascript; charset=utf-8']]);
const BY_NAME = new Map([
  ['apple-app-site-association', 'application/json; charset=utf-8'],
  ...[
    'AUTHORS',
    'CHANGELOG',
    'CNAME',
    'CONTRIBUTING',
    'COPYING',
    'LICENSE',
    'NOTICE',
    'README',
    'VERSION',
  ].map((name) => [name, TEXT] as const),
]);

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns the extension with its dot, such as `.html`, or an empty text. */
function extensionOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot).toLowerCase();
}

/** Returns whether a path ends in a known file extension, so it cannot be a route of an app. */
export const hasKnownExtension = (path: string) => mime.lookup(extensionOf(path)) !== false;

/** Uses the name only: the content of a file must not decide how the browser treats it. */
export function typeOf(path: string): string {
  const extension = extensionOf(path);
  if (extension === '') return BY_NAME.get(nameOf(path)) ?? UNKNOWN;
  return BY_EXTENSION.get(extension) ?? (mime.contentType(extension) || UNKNOWN);
}

export const isHtml = (type: string) => /^(text\/html|application\/xhtml\+xml)\b/.test(type);

const OTHER_CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*(?!utf-?8\b)[a-z0-9_-]/i;
/** Browsers look for a document's own charset declaration within this many bytes. */
const CHARSET_WINDOW = 1024;

/**
 * Returns the type of an HTML document given its first bytes. Adds UTF-8 unless the document declares another charset.
 */
export function htmlType(type: string, beginning: Buffer): string {
  const utf16 = /^(\xfe\xff|\xff\xfe)/.test(beginning.toString('latin1', 0, 2));
  const declared = OTHER_CHARSET.test(beginning.toString('latin1', 0, CHARSET_WINDOW));
  return utf16 || declared ? type.replace(/;.*/, '') : type;
}
