/** Upper half of the IBM code page 437, in which a name without the flag for UTF-8 is written (APPNOTE, appendix D). */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Throws for bytes that are not UTF-8. There is no `TextDecoder` in every program that uses this. */
const fromUtf8 = (bytes: Uint8Array): string =>
  decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));

const fromCp437 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : CP437.charAt(byte - 0x80))).join('');

/**
 * Returns the name of a zip's entry: UTF-8, otherwise CP437 as Explorer writes it; null when the entry says that its
 * name is UTF-8 and it is not.
 */
export function decodeZipName(bytes: Uint8Array, isUtf8: boolean): string | null {
  try {
    return fromUtf8(bytes);
  } catch {
    return isUtf8 ? null : fromCp437(bytes);
  }
}

/** What an entry is in a folder: its path, empty for the folder itself; or the end of a sentence that refuses it. */
export type ZipPath = { path: string; isFolder: boolean } | { problem: string };

/**
 * Makes paths of the names of one archive, in their order. Old programs of Windows write `\` between folders: it is
 * taken for that until a name has `/`. Names that lead out of the folder are refused whatever their separator.
 */
export class ZipPaths {
  #separator: '/' | '\\' | null = null;

  pathOf(name: string): ZipPath {
    if (/^[/\\]/.test(name)) return { problem: 'starts at the root' };
    if (/^[a-z]:[/\\]/i.test(name)) return { problem: 'starts at a drive' };
    if (/(^|[/\\])\.\.([/\\]|$)/.test(name)) return { problem: 'has a part named “..”' };
    this.#separator ??= (/[/\\]/.exec(name)?.[0] as '/' | '\\' | undefined) ?? null;
    if (this.#separator === '\\' && name.includes('/')) {
      return { problem: 'has “/” between its folders, where an earlier name has “\\”' };
    }
    const slashed = this.#separator === '\\' ? name.replaceAll('\\', '/') : name;
    const path = slashed.replace(/^(\.\/)+/, '');
    const isFolder = path === '' || path.endsWith('/');
    return { path: isFolder ? path.slice(0, -1) : path, isFolder };
  }
}
