import { isAllowed } from './policy.ts';

const FILE_MAX = 3 * 1024 * 1024;
const FILE_MS = 2500;

function read(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error as Error));
    reader.readAsDataURL(blob);
  });
}

/** Returns a file of the prototype's own origin as a data URL, or null; other origins are not readable. */
export async function ownFile(url: string): Promise<string | null> {
  try {
    const { origin, href } = new URL(url, document.baseURI);
    if (origin !== location.origin || !isAllowed(document, 'connect-src', "'self'")) return null;
    const answer = await fetch(href, { cache: 'force-cache', signal: AbortSignal.timeout(FILE_MS) });
    const blob = await answer.blob();
    return answer.ok && blob.size <= FILE_MAX ? await read(blob) : null;
  } catch {
    return null;
  }
}
