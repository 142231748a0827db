import {
  builtOutput,
  type FolderFiles,
  type FoundOutput,
  generatedOutput,
} from '../../domain/outputFolders.ts';
import { declaredOutputs } from './declaredOutputs.ts';

/** What the files of a folder say about it: its output, or that it is a project that was not built. */
export type ChosenOutput = NonNullable<FoundOutput> | 'not_built';

/**
 * Finds what to stage of a folder that is not built here: in a project what was built earlier, else its own pages, else
 * what a generator such as Hugo wrote.
 */
export async function chosenOutput(files: FolderFiles): Promise<ChosenOutput> {
  const declared = await declaredOutputs(files.read);
  if (files.has('package.json')) return (await builtOutput(files, declared)) ?? 'not_built';
  return (await generatedOutput(files, declared)) ?? { folder: '.' };
}
