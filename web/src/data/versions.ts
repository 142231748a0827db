import { reportPins as report } from '@stagelink/shared/contracts/comments';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import * as api from '@stagelink/shared/contracts/versionHistory';
import { skipToken, useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { listsAreStale } from './snapshotLists.ts';
import { viewIsStale } from './snapshotView.ts';

export type Version = api.Version;

/** Stale with the view: whatever happens to a snapshot may concern its versions. */
const key = (id: string) => ['snapshotView', id, 'versions'] as const;

const readList = (id: string) => call(api.listVersions, { id });

/** The versions this person may see, newest first. */
export const readVersions = async (id: string): Promise<Version[]> => (await readList(id)).versions;

export const useVersions = (id: string) =>
  useQuery({ queryKey: key(id), queryFn: () => readList(id), select: ({ versions }) => versions });

/** How many of the newest versions the owner keeps; null keeps all. */
export const useKeptVersions = (id: string) =>
  useQuery({ queryKey: key(id), queryFn: () => readList(id), select: ({ keepVersions }) => keepVersions })
    .data ?? null;

export async function keepVersions(id: string, count: number | null): Promise<void> {
  await call(updateSnapshot, { id, keepVersions: count });
  await viewIsStale(id);
}

const LASTS = { staleTime: Infinity } as const;

/** The files of a version; nothing is asked for null. */
export const useVersionFiles = (id: string, version: number | null) =>
  useQuery({
    queryKey: ['versionFiles', id, version],
    queryFn:
      version === null ? skipToken : async () => (await call(api.listVersionFiles, { id, version })).files,
    ...LASTS,
  });

/** Versions never change, and neither does what differs between two of them. */
export const useComparison = (id: string, from: number, to: number) =>
  useQuery({
    queryKey: ['comparison', id, from, to],
    queryFn: () => call(api.compareVersions, { id, from, to }),
    ...LASTS,
  });

export const useFileComparison = (id: string, from: number, to: number, path: string) =>
  useQuery({
    queryKey: ['comparison', id, from, to, path],
    queryFn: () => call(api.compareFile, { id, from, to, path }),
    ...LASTS,
  });

async function versionsAreStale(id: string): Promise<void> {
  await Promise.all([viewIsStale(id), listsAreStale()]);
}

/** Lets the link show this version. */
export async function publishVersion(id: string, version: number): Promise<void> {
  await call(api.publishVersion, { id, version });
  await versionsAreStale(id);
}

/** Throws away a version that waits. */
export async function discardVersion(id: string, version: number): Promise<void> {
  await call(api.discardVersion, { id, version });
  await versionsAreStale(id);
}

/** Tells what has become of pins on a version. */
export async function reportPins(
  id: string,
  version: number,
  findings: Input<typeof report>['findings'],
): Promise<void> {
  await call(report, { id, version, findings });
}
