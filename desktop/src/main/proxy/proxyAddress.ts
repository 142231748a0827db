/**
 * Returns the URL of the first proxy in Chromium's result, such as `PROXY proxy.example.com:8080; DIRECT`.
 * Null for a direct connection, or a type of proxy that the engine does not support.
 */
export function proxyAddress(found: string): string | null {
  const [first = ''] = found.split(';');
  const match = /^\s*(PROXY|HTTPS)\s+(\S+)\s*$/i.exec(first);
  if (!match) return null;
  return `${match[1]?.toUpperCase() === 'HTTPS' ? 'https' : 'http'}://${match[2]}`;
}
