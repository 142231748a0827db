import { listUsers } from '@stagelink/shared/contracts/admin';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const SHOWN = 6;

/** The newest users whose name, address or id fits. Disabled without text and for others than superadmins. */
export const useFoundUsers = (text: string, canFind: boolean) =>
  useQuery({
    queryKey: ['admin', 'users', 'search', text],
    queryFn: async () => (await call(listUsers, { q: text, limit: SHOWN })).users,
    enabled: canFind && text !== '',
  });
