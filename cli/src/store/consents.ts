import { fileFor, readJson, writeJson } from './files.ts';

/** A yes is for one folder and exactly these commands: a changed build script of the same name is the project's affair, another command is not. */
const place = (folder: string, commands: readonly string[]): string =>
  fileFor('consents', folder, ...commands);

export const hasConsent = (folder: string, commands: readonly string[]): boolean =>
  readJson(place(folder, commands)) !== undefined;

export const rememberConsent = (folder: string, commands: readonly string[]): void =>
  writeJson(place(folder, commands), { folder, commands });
