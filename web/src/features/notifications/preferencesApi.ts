import * as api from '@stagelink/shared/contracts/notifications';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { change, useChanged } from '../../lib/query/changes.ts';

const key = ['email-preferences'] as const;

export function useEmailFrequency() {
  const { data, isError, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => (await call(api.getEmailPreferences, {})).emailFrequency,
  });
  return { data: useChanged(key, data), isError, refetch };
}

/** Shows the choice at once. */
export async function chooseEmailFrequency(emailFrequency: api.EmailFrequency): Promise<void> {
  await change({
    key,
    apply: () => emailFrequency,
    act: () => call(api.setEmailPreferences, { emailFrequency }),
    subject: 'email frequency',
  });
}
