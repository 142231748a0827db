import type { Demo } from './demo.ts';

/** Renders the message in the terminal: the URL and how to sign in. */
export function welcomeMessage(url: string, demo: Demo | null): string {
  const rows: [string, string][] = demo
    ? [
        ['Sign in', `${url}/login`],
        ['Email', demo.email],
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
