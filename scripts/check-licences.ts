import { readFileSync } from 'node:fs';
import path from 'node:path';

// Dependencies that are shipped may not have a copyleft license that covers our own code.

const REFUSED = /\b(AGPL|SSPL|BUSL|FSL|GPL-[23])/i;
/** One acceptable license of several is enough. */
const isRefused = (licence: string) => licence.split(/\s+OR\s+/i).every((one) => REFUSED.test(one));

interface Locked {
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** Returns the packages of a lockfile that would be shipped under a forbidden license. */
export function refusedPackages(packages: Record<string, Locked>): string[] {
  return Object.entries(packages)
    .filter(([name, { dev }]) => name.startsWith('node_modules/') && !dev)
    .filter(([, { license }]) => license !== undefined && isRefused(license))
    .map(([name, { license }]) => `${name.replace(/^.*node_modules\//, '')} is under ${license}.`);
}

if (import.meta.main) {
  const file = path.resolve(import.meta.dirname, '../package-lock.json');
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> };
  const refused = refusedPackages(packages);
  for (const sentence of refused) process.stderr.write(`${sentence}\n`);
  process.stdout.write(
    `licences: ${Object.keys(packages).length} packages read, ${refused.length} refused\n`,
  );
  process.exitCode = refused.length > 0 || Object.keys(packages).length < 2 ? 1 : 0;
}
