import type { Demo } from './demo.ts';

/** What a person who started the server reads: where to go and how to sign in. */
export function welcome(url: string, demo: Demo | null): string {
  const rows: [string, string][] = demo
    ? [
        ['Sign in', `${url}/login`],
        ['E-mail', demo.email],
        ['Password', demo.password],
        ...(demo.sample === null ? [] : [['Sample', demo.sample] satisfies [string, string]]),
      ]
    : [];
  return [
    '',
    `  Stagelink runs at ${url}`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(10)}${value}`),
    ...(rows.length > 0 ? [''] : []),
    '  Ctrl-C stops it.',
    '',
    '',
  ].join('\n');
}
