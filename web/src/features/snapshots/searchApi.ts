import { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const SHOWN = 6;

/** The newest snapshots whose name, tags or client contain the text. Disabled without text. */
export const useFoundSnapshots = (text: string) =>
  useQuery({
    queryKey: ['snapshots', 'search', text],
    queryFn: async () => (await call(listSnapshots, { search: text, status: 'all', limit: SHOWN })).snapshots,
    enabled: text !== '',
  });
