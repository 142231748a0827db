import { LARGE_FILE_BYTES } from '@stagelink/shared/contracts/limits';
import { toBase64 } from './base64.ts';
import type { OutsideFile } from './protocol.ts';

const FETCH_SECONDS = 15;

/** Whether the user allowed the extension to read files of a website. */
const mayFetch = ({ origin, protocol, hostname }: URL): Promise<boolean> =>
  origin === 'null'
    ? Promise.resolve(false)
    : chrome.permissions.contains({ origins: [`${protocol}//${hostname}/*`] });

/** Fetches a file that a page may not read, without cookies. */
export async function fetchOutside(address: string, large: readonly string[]): Promise<OutsideFile> {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || !(await mayFetch(url))) return null;
  const response = await fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(FETCH_SECONDS * 1000),
  });
  if (!response.ok) return { failure: `status ${response.status}` };
  const size = Number(response.headers.get('content-length'));
  if (size > LARGE_FILE_BYTES && !large.includes(address)) {
    await response.body?.cancel();
    return { tooLarge: size };
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { contentType: response.headers.get('content-type') ?? '', base64: toBase64(bytes) };
}
