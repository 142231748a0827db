import * as z from 'zod';
import { fileFor, readJson, writeJson } from './files.ts';

/** Enough for the branches of a project; older consents are requested again. */
const KEPT = 50;

const Consents = z.object({ folder: z.string(), fingerprints: z.array(z.string()) });

const read = (folder: string): string[] =>
  Consents.safeParse(readJson(fileFor('consents', folder))).data?.fingerprints ?? [];

/** Consent covers one folder and exactly these commands; a changed command needs new consent. */
export function hasConsent(folder: string, fingerprints: readonly string[]): boolean {
  const kept = read(folder);
  return fingerprints.every((fingerprint) => kept.includes(fingerprint));
}

export function rememberConsent(folder: string, fingerprints: readonly string[]): void {
  const all = [...new Set([...read(folder), ...fingerprints])];
  writeJson(fileFor('consents', folder), { folder, fingerprints: all.slice(-KEPT) });
}
