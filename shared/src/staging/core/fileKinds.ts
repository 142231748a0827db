/** Types that are compressed or binary: sent uncompressed, not searched for secrets. */
const PACKED = new Set(
  `avif bmp gif heic ico jpeg jpg jxl png webp
  aac flac m4a mp3 oga ogg opus wav weba m4v mov mp4 ogv webm
  eot otf ttf woff woff2
  7z br bz2 gz rar tgz xz zip zst
  docx epub pdf pptx xlsx wasm bin glb psd sqlite`.split(/\s+/),
);
const ARCHIVES = new Set('7z br bz2 gz rar tar tgz xz zip zst'.split(' '));
/** Types among those that still benefit from compression. */
const SHRINKING = new Set(['bmp', 'ico', 'wav', 'eot', 'otf', 'ttf', 'wasm', 'bin', 'glb', 'psd', 'sqlite']);

const extensionOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase();

export const isText = (path: string): boolean => !PACKED.has(extensionOf(path));
/** Whether a file contains others, packed. */
export const isArchive = (path: string): boolean => ARCHIVES.has(extensionOf(path));
export const isWorthCompressing = (path: string): boolean => isText(path) || SHRINKING.has(extensionOf(path));
