/**
 * The address of the first proxy in what Chromium found for a server, such as `PROXY proxy.example.com:8080; DIRECT`.
 * Null where the server is asked directly first, or through a proxy of a kind that the engine cannot use.
 */
export function proxyAddress(found: string): string | null {
  const [first = ''] = found.split(';');
  const match = /^\s*(PROXY|HTTPS)\s+(\S+)\s*$/i.exec(first);
  if (!match) return null;
  return `${match[1]?.toUpperCase() === 'HTTPS' ? 'https' : 'http'}://${match[2]}`;
}
