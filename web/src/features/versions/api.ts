import { requestFor } from '@stagelink/shared/client/call';
import * as downloads from '@stagelink/shared/contracts/downloads';
import type { Reply } from '@stagelink/shared/contracts/endpoint';
import { type SnapshotFile, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import * as api from '@stagelink/shared/contracts/versions';
import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { invalidateSnapshotLists } from '../snapshots/listsApi.ts';
import { invalidateSnapshotView } from '../snapshots/viewApi.ts';
import { renamedText } from './renamedCopy.ts';

export type Version = api.Version;

/** Under the view's key: whatever invalidates the view invalidates its versions. */
const key = (id: string) => ['snapshotView', id, 'versions'] as const;

const readList = (id: string) => call(api.listVersions, { id });

/** Versions the user may see, newest first. */
export const readVersions = async (id: string): Promise<Version[]> => (await readList(id)).versions;

export const useVersions = (id: string) =>
  useQuery({ queryKey: key(id), queryFn: () => readList(id), select: ({ versions }) => versions });

/** Number of versions the owner keeps; null keeps all. */
export const useKeptVersions = (id: string) =>
  useQuery({ queryKey: key(id), queryFn: () => readList(id), select: ({ keepVersions }) => keepVersions })
    .data ?? null;

export async function keepVersions(id: string, count: number | null): Promise<void> {
  await call(updateSnapshot, { id, keepVersions: count });
  await invalidateSnapshotView(id);
}

const LASTS = { staleTime: Infinity } as const;

/** The former release, which may still answer during an update, knows the first page only. */
const beginAt = (cursor: number) => (cursor === 0 ? {} : { cursor });

async function readFiles(id: string, version: number): Promise<SnapshotFile[]> {
  const files: SnapshotFile[] = [];
  let cursor: number | null = 0;
  while (cursor !== null) {
    const page: Reply<typeof api.listVersionFiles> = await call(api.listVersionFiles, {
      id,
      version,
      ...beginAt(cursor),
    });
    files.push(...page.files);
    cursor = page.nextCursor;
  }
  return files;
}

/** All files of a version; disabled for null. */
export const useVersionFiles = (id: string, version: number | null) =>
  useQuery({
    queryKey: ['versionFiles', id, version],
    queryFn: version === null ? skipToken : () => readFiles(id, version),
    ...LASTS,
  });

/** Immutable: versions and their differences never change. */
export const useComparison = (id: string, from: number, to: number) =>
  useInfiniteQuery({
    queryKey: ['comparison', id, from, to],
    queryFn: ({ pageParam }) => call(api.compareVersions, { id, from, to, ...beginAt(pageParam) }),
    initialPageParam: 0,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...LASTS,
  });

export const useFileComparison = (id: string, from: number, to: number, path: string) =>
  useQuery({
    queryKey: ['comparison', id, from, to, path],
    queryFn: () => call(api.compareFile, { id, from, to, path }),
    ...LASTS,
  });

async function invalidateVersions(id: string): Promise<void> {
  await Promise.all([invalidateSnapshotView(id), invalidateSnapshotLists()]);
}

/** Makes this version live. */
export async function publishVersion(id: string, version: number): Promise<void> {
  await call(api.publishVersion, { id, version });
  await invalidateVersions(id);
}

/** Deletes a draft. */
export async function discardVersion(id: string, version: number): Promise<void> {
  await call(api.discardVersion, { id, version });
  await invalidateVersions(id);
}

/** Starts the download of a version as a zip. Returns a text about files that have another name in it, or null. */
export async function downloadVersion(id: string, version: number): Promise<string | null> {
  const { renamed } = await call(downloads.downloadVersion, { id, version });
  const link = document.createElement('a');
  link.href = requestFor(downloads.downloadVersion, { id, version, format: 'zip' }).path;
  link.download = '';
  link.click();
  return renamed.length === 0 ? null : renamedText(renamed);
}
