import * as z from 'zod';
import { fileFor, readJson, writeJson } from './files.ts';

/** Enough for the branches of a project; older ones are asked about again. */
const KEPT = 50;

const Consents = z.object({ folder: z.string(), fingerprints: z.array(z.string()) });

const read = (folder: string): string[] =>
  Consents.safeParse(readJson(fileFor('consents', folder))).data?.fingerprints ?? [];

/** Consent is for one folder and exactly what its commands run: a change of that is asked about again. */
export function hasConsent(folder: string, fingerprints: readonly string[]): boolean {
  const kept = read(folder);
  return fingerprints.every((fingerprint) => kept.includes(fingerprint));
}

export function rememberConsent(folder: string, fingerprints: readonly string[]): void {
  const all = [...new Set([...read(folder), ...fingerprints])];
  writeJson(fileFor('consents', folder), { folder, fingerprints: all.slice(-KEPT) });
}
