import { accessSync, constants } from 'node:fs';
import path from 'node:path';

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

interface Program {
  title: string;
  /** Names its program in the environment. */
  variable: string;
  /** Its programs on the PATH. */
  names: readonly string[];
  /** Its programs on macOS. */
  applications: readonly string[];
}

/** Returns the program that the environment names, or the first one found. */
export function systemProgram({ title, variable, names, applications }: Program): string {
  const given = process.env[variable];
  if (given) return given;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const found = [...onPath, ...applications].find(isExecutable);
  if (!found) throw new Error(`No ${title} was found. Install one, or name it in ${variable}.`);
  return found;
}
