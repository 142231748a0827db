/** Extensions by content type. Anything else is stored as plain bytes, so that no page or script comes in as a picture. */
const BY_TYPE: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/apng': 'png',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
  'image/bmp': 'bmp',
  'image/x-icon': 'ico',
  'image/vnd.microsoft.icon': 'ico',
  'font/woff2': 'woff2',
  'font/woff': 'woff',
  'font/ttf': 'ttf',
  'font/otf': 'otf',
  'application/font-woff': 'woff',
  'application/font-woff2': 'woff2',
  'application/x-font-woff': 'woff',
  'application/x-font-ttf': 'ttf',
  'application/vnd.ms-fontobject': 'eot',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
};

const SIGNATURES: readonly (readonly [string, string])[] = [
  ['\x89PNG', 'png'],
  ['\xff\xd8\xff', 'jpg'],
  ['GIF8', 'gif'],
  ['wOF2', 'woff2'],
  ['wOFF', 'woff'],
  ['OTTO', 'otf'],
  ['\x00\x01\x00\x00', 'ttf'],
];

/** Returns the extension to store bytes under, by their signature or the server's content type. */
export function extensionFor(contentType: string, bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp';
  const signed = SIGNATURES.find(([signature]) => start.startsWith(signature))?.[1];
  return signed ?? BY_TYPE[contentType.split(';')[0]?.trim().toLowerCase() ?? ''] ?? 'bin';
}
