import { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/src/data/api.ts';

const SHOWN = 20;

/** What a folder can be linked to: the account's newest snapshots, or those that hold the text. */
export const useSnapshotsToLink = (text: string) =>
  useQuery({
    queryKey: ['snapshots', 'to-link', text],
    queryFn: async () => (await call(listSnapshots, { search: text, status: 'all', limit: SHOWN })).snapshots,
    placeholderData: keepPreviousData,
  });
