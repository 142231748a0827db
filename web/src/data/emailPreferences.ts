import * as api from '@stagelink/shared/contracts/notifications';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { queries } from './queries.ts';

const key = ['email-preferences'] as const;

/** How often this person is mailed. */
export const useEmailFrequency = () =>
  useQuery({
    queryKey: key,
    queryFn: async () => (await call(api.getEmailPreferences, {})).emailFrequency,
  });

/** Shows the choice at once, and the former one again when the server refuses. */
export async function chooseEmailFrequency(emailFrequency: api.EmailFrequency): Promise<void> {
  await queries.cancelQueries({ queryKey: key });
  const before = queries.getQueryData<api.EmailFrequency>(key);
  queries.setQueryData(key, emailFrequency);
  try {
    await call(api.setEmailPreferences, { emailFrequency });
  } catch (error) {
    queries.setQueryData(key, before);
    throw error;
  }
}
