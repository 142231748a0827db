import * as z from 'zod';
import { fileFor, readJson, writeJson } from './files.ts';

/** How a folder is built: what the user gave once for it. */
const BuildSettings = z.object({
  folder: z.string(),
  build: z.string().optional(),
  output: z.string().optional(),
});
export type BuildSettings = Omit<z.infer<typeof BuildSettings>, 'folder'>;

const fileOf = (folder: string): string => fileFor('builds', folder);

/** Returns the command and the output that were given for a folder; consent to run the command is stored apart. */
export function buildSettingsOf(folder: string): BuildSettings {
  const parsed = BuildSettings.safeParse(readJson(fileOf(folder)));
  const { build, output } = parsed.data ?? {};
  return { ...(build === undefined ? {} : { build }), ...(output === undefined ? {} : { output }) };
}

export const rememberBuildSettings = (folder: string, settings: BuildSettings): void =>
  writeJson(fileOf(folder), { folder, ...settings });
