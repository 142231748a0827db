import mime from 'mime-types';

const UNKNOWN = 'application/octet-stream';

/** The last part of a path, from its last dot on: `.html`; empty when there is none. */
function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot).toLowerCase();
}

/** Whether the end of a path is the name of a kind of file, so that it cannot be a route of an app. */
export const hasKnownExtension = (path: string) => mime.lookup(extensionOf(path)) !== false;

/** By the name alone: what a file holds never decides what a browser does with it. */
export function typeOf(path: string): string {
  return mime.contentType(extensionOf(path)) || UNKNOWN;
}

export const isHtml = (type: string) => /^(text\/html|application\/xhtml\+xml)\b/.test(type);

const OTHER_CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*(?!utf-?8\b)[a-z0-9_-]/i;
/** Where browsers look for a document's own word about its charset. */
const CHARSET_WINDOW = 1024;

/**
 * The type of an HTML document, given how it begins. Most are UTF-8 and often forget to say so; one that says it is
 * something else must not be contradicted.
 */
export function htmlType(type: string, beginning: Buffer): string {
  const utf16 = /^(\xfe\xff|\xff\xfe)/.test(beginning.toString('latin1', 0, 2));
  const declared = OTHER_CHARSET.test(beginning.toString('latin1', 0, CHARSET_WINDOW));
  return utf16 || declared ? type.replace(/;.*/, '') : type;
}
