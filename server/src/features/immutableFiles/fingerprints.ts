/** Folders that belong to one bundler: it names every file in them by a hash of the content. */
const OWN_FOLDER = /(^|\/)(_next\/static|_app\/immutable|_astro|_nuxt)\//;
/** Folders of Vite and webpack, where people put files of their own beside scripts and styles. */
const SHARED_FOLDER = /(^|\/)(assets|static\/(js|css|chunks))\//;
const MEDIA_FOLDER = /(^|\/)static\/media\//;
/** What Angular and webpack write into the root. */
const ROOT_NAME = /^(main|polyfills|runtime|styles|scripts|common|vendor|chunk|\d+)[.-]/;
const CODE = /\.(m?js|css)$/;
/** Pages, which also say which version they belong to, and data. */
const NEVER = /\.(x?html?|json|xml|txt|csv)$/i;

/** Identifies an object whose content may change. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** webpack, Parcel, Next.js: a separate part of eight or more hexadecimal digits. */
const HEX_PART = /(?:^|[-._~])([0-9a-f]{8,64})(?=[-.])/g;
/** Too long to be a chosen name. */
const LONG_HEX = /(?:^|[-._~])([0-9a-f]{16,64})(?=[-.])/g;
/** Vite, Rollup, esbuild, Astro: exactly eight characters before the extension. */
const SHORT_HASH = /[-.]([\w-]{8})(?:\.[a-z0-9]{1,8}){1,2}$/;

/** A word followed by a number (`chapter12`, `DSC01234`) is a chosen name, not a hash. */
const isNumberedWord = (text: string) => /^[A-Za-z_-]+\d+$/.test(text);
const isMixed = (text: string) => /\d/.test(text) && /[A-Za-z]/.test(text) && !isNumberedWord(text);

function hexHash(name: string, pattern: RegExp): string | null {
  for (const [, part = ''] of name.matchAll(pattern)) if (isMixed(part)) return part;
  return null;
}

function shortHash(name: string): string | null {
  const hash = SHORT_HASH.exec(name)?.[1] ?? '';
  const isHash = /^[A-Z2-7]{8}$/.test(hash) || (/[a-z]/.test(hash) && /[A-Z]/.test(hash));
  return isMixed(hash) && isHash ? hash : null;
}

/**
 * Returns the hash of the content in the name of a file that a known bundler has written, or null. A name is no proof
 * that the content stays: a file is immutable only if a page or script refers to it and its content never changed.
 */
export function fingerprintOf(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(UUID, '');
  if (NEVER.test(name)) return null;
  const isCode = CODE.test(name) && (SHARED_FOLDER.test(path) || ROOT_NAME.test(path));
  if (isCode || OWN_FOLDER.test(path)) return hexHash(name, HEX_PART) ?? shortHash(name);
  return MEDIA_FOLDER.test(path) ? hexHash(name, LONG_HEX) : null;
}
