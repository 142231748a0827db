import { fileFor, readJson, writeJson } from './files.ts';

/** A yes is for one folder and one command; another command, or the same one elsewhere, is asked about again. */
const place = (folder: string, command: string): string => fileFor('consents', folder, command);

export const hasConsent = (folder: string, commands: readonly string[]): boolean =>
  commands.every((command) => readJson(place(folder, command)) !== undefined);

export function rememberConsent(folder: string, commands: readonly string[]): void {
  for (const command of commands) writeJson(place(folder, command), { folder, command });
}
