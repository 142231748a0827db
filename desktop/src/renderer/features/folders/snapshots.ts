import { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { elsewhere } from '@stagelink/web/features/snapshots/listsApi.ts';
import { call } from '@stagelink/web/lib/api.ts';

const SHOWN = 20;

/** The account's newest snapshots, or those that match the text. */
export const useSnapshotsToLink = (text: string) =>
  useQuery({
    queryKey: [...elsewhere, 'to-link', text],
    queryFn: async () => (await call(listSnapshots, { search: text, status: 'all', limit: SHOWN })).snapshots,
    placeholderData: keepPreviousData,
  });

const PICTURED = 200;

/** Pictures of the account's newest snapshots by id. */
export const usePictures = () =>
  useQuery({
    queryKey: [...elsewhere, 'pictures'],
    queryFn: async () => (await call(listSnapshots, { status: 'all', limit: PICTURED })).snapshots,
    select: (snapshots) => new Map(snapshots.map(({ id, picture }) => [id, picture])),
  }).data;
