import { useQuery } from '@tanstack/react-query';
import type { Folder, LogLine } from '../../folders.ts';
import { ask } from '../desk.ts';
import { machine, tellMachine, useMachine } from './machine.ts';

/** A build may print for hours; what is older than this many lines is left out. */
export const LINES_KEPT = 2_000;

export const useFolders = () => useMachine('folders.list');

const historyKey = (id: string) => ['folders.history', id] as const;
const logKey = (id: string) => ['folders.log', id] as const;

export const useHistory = (id: string) =>
  useQuery({ queryKey: historyKey(id), queryFn: () => ask('folders.history', id) }, machine);

export const useLog = (id: string) =>
  useQuery(
    { queryKey: logKey(id), queryFn: async () => (await ask('folders.log', id)).slice(-LINES_KEPT) },
    machine,
  );

const foldersNow = () => machine.getQueryData<readonly Folder[]>(['folders.list']);

/** Shows what a folder has become. */
export function showFolder(folder: Folder): void {
  const folders = foldersNow();
  if (!folders) return;
  const before = folders.find(({ id }) => id === folder.id);
  const others = folders.map((each) => (each.id === folder.id ? folder : each));
  tellMachine('folders.list', before ? others : [...folders, folder]);

  const wasStaging = before?.state.kind === 'staging';
  const isStaging = folder.state.kind === 'staging';
  if (isStaging && !wasStaging) machine.setQueryData(logKey(folder.id), []);
  if (wasStaging && !isStaging) {
    void machine.invalidateQueries({ queryKey: historyKey(folder.id) });
    void machine.invalidateQueries({ queryKey: logKey(folder.id) });
  }
}

export function hideFolder(id: string): void {
  const folders = foldersNow();
  if (folders)
    tellMachine(
      'folders.list',
      folders.filter((each) => each.id !== id),
    );
}

export const addLines = (id: string, lines: readonly LogLine[]): void =>
  void machine.setQueryData<readonly LogLine[]>(
    logKey(id),
    (before) => before && [...before, ...lines].slice(-LINES_KEPT),
  );
