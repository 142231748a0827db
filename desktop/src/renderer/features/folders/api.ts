import { useQuery } from '@tanstack/react-query';
import type { Folder, LogLine } from '../../../protocol/folders.ts';
import { invoke } from '../../lib/stagelink.ts';
import { ipcQueryClient, setIpcData, useIpcQuery } from '../../lib/ipcQueries.ts';

/** A build can print for hours: older lines are dropped. */
export const LINES_KEPT = 2_000;

export const useFolders = () => useIpcQuery('folders.list');

const historyKey = (id: string) => ['folders.history', id] as const;
const logKey = (id: string) => ['folders.log', id] as const;

export const useHistory = (id: string) =>
  useQuery({ queryKey: historyKey(id), queryFn: () => invoke('folders.history', id) }, ipcQueryClient);

export const useLog = (id: string) =>
  useQuery(
    { queryKey: logKey(id), queryFn: async () => (await invoke('folders.log', id)).slice(-LINES_KEPT) },
    ipcQueryClient,
  );

const foldersNow = () => ipcQueryClient.getQueryData<readonly Folder[]>(['folders.list']);

export function showFolder(folder: Folder): void {
  const folders = foldersNow();
  if (!folders) return;
  const before = folders.find(({ id }) => id === folder.id);
  const others = folders.map((each) => (each.id === folder.id ? folder : each));
  setIpcData('folders.list', before ? others : [...folders, folder]);

  const wasStaging = before?.state.kind === 'staging';
  const isStaging = folder.state.kind === 'staging';
  if (isStaging && !wasStaging) ipcQueryClient.setQueryData(logKey(folder.id), []);
  if (wasStaging && !isStaging) {
    void ipcQueryClient.invalidateQueries({ queryKey: historyKey(folder.id) });
    void ipcQueryClient.invalidateQueries({ queryKey: logKey(folder.id) });
  }
}

export function hideFolder(id: string): void {
  const folders = foldersNow();
  if (folders)
    setIpcData(
      'folders.list',
      folders.filter((each) => each.id !== id),
    );
}

export const addLines = (id: string, lines: readonly LogLine[]): void =>
  void ipcQueryClient.setQueryData<readonly LogLine[]>(
    logKey(id),
    (before) => before && [...before, ...lines].slice(-LINES_KEPT),
  );
