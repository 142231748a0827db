/** Folders where build tools put files named by their content. */
const BUILD_FOLDER =
  /(^|\/)(assets|static|media|chunks|immutable|build|dist|js|css|fonts|img|_app|_astro|_next|_nuxt)\//;
/** webpack, Parcel, Next.js: eight or more hexadecimal digits as a part of their own. */
const HEX_PART = /(?:^|[-._~])([0-9a-f]{8,64})(?=[-.])/g;
/** Vite, Rollup, esbuild, Astro: exactly eight characters before the extension. */
const SHORT_HASH = /[-.]([\w-]{8})(?:\.[a-z0-9]{1,8}){1,2}$/;

/** Names an object, whose content may change. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** Pages and data, which builds leave under names of their own. */
const NEVER = /\.(html?|json|xml|txt|csv)$/i;

/** A word with a number behind it (`chapter12`, `DSC01234`) is a name somebody chose. */
const isNumberedWord = (text: string) => /^[A-Za-z_-]+\d+$/.test(text);
const isMixed = (text: string) => /\d/.test(text) && /[A-Za-z]/.test(text) && !isNumberedWord(text);

function hasShortHash(name: string): boolean {
  const hash = SHORT_HASH.exec(name)?.[1] ?? '';
  return isMixed(hash) && (/^[A-Z2-7]{8}$/.test(hash) || (/[a-z]/.test(hash) && /[A-Z]/.test(hash)));
}

/**
 * Whether a file's name holds a hash of its content, so that its bytes can never change under that name. When in
 * doubt the answer is no: asking again costs a round trip, a stale file costs a year.
 */
export function isFingerprinted(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(UUID, '');
  if (NEVER.test(name)) return false;
  const isBuilt = BUILD_FOLDER.test(path);
  for (const { index, 1: part = '' } of name.matchAll(HEX_PART)) {
    // With nothing in front of it, it may as well be the id of what the file holds.
    if (isMixed(part) && (index > 0 || isBuilt)) return true;
  }
  return isBuilt && hasShortHash(name);
}
