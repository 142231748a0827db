import type { Demo } from './demo.ts';
import type { Credentials } from './superadmin.ts';

/** Renders the message in the terminal: the URL and how to sign in. */
export function welcomeMessage(url: string, demo: Demo | null, superadmin: Credentials | null): string {
  const rows: [string, string][] = demo
    ? [
        ['Sign in', `${url}/login`],
        ['Email', demo.email],
        ['Password', demo.password],
        ...(demo.sample === null ? [] : [['Sample', demo.sample] satisfies [string, string]]),
      ]
    : [];
  if (superadmin) rows.push(['Superadmin', superadmin.email], ['Password', superadmin.password]);
  return [
    '',
    `  Stagelink runs at ${url}`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(12)}${value}`),
    ...(rows.length > 0 ? [''] : []),
    '  Ctrl-C stops it.',
    '',
    '',
  ].join('\n');
}
