/** `URL.parse` for older browsers of the build target. Returns null for an invalid URL. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
