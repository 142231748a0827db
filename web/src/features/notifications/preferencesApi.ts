import * as api from '@stagelink/shared/contracts/notifications';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';

const key = ['email-preferences'] as const;

export const useEmailFrequency = () =>
  useQuery({
    queryKey: key,
    queryFn: async () => (await call(api.getEmailPreferences, {})).emailFrequency,
  });

/** Shows the choice at once and reverts it if the server rejects it. */
export async function chooseEmailFrequency(emailFrequency: api.EmailFrequency): Promise<void> {
  await queryClient.cancelQueries({ queryKey: key });
  const before = queryClient.getQueryData<api.EmailFrequency>(key);
  queryClient.setQueryData(key, emailFrequency);
  try {
    await call(api.setEmailPreferences, { emailFrequency });
  } catch (error) {
    queryClient.setQueryData(key, before);
    throw error;
  }
}
