const SCHEMES: Record<string, string> = {
  PROXY: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  // Resolves names itself, as Chromium has it do.
  SOCKS5: 'socks5h',
};

/**
 * Returns the URL of the first proxy in Chromium's result, such as `PROXY proxy.example.com:8080; DIRECT`.
 * Null for a direct connection, or a type of proxy that the engine does not support.
 */
export function proxyAddress(found: string): string | null {
  const [first = ''] = found.split(';');
  const [, type = '', address = ''] = /^\s*(\w+)\s+(\S+)\s*$/.exec(first) ?? [];
  const scheme = SCHEMES[type.toUpperCase()];
  return scheme === undefined ? null : `${scheme}://${address}`;
}
