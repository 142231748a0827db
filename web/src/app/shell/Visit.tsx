import type { User } from '@stagelink/shared/contracts/accounts';
import { useEffect } from 'react';
import { noteTimeZone } from '../../features/identity/account/sessionApi.ts';
import { dropForeignPush } from '../../features/push/api.ts';

/** Does what no one waits for; what fails is done at the next visit. */
export function Visit({ user }: { user: User }) {
  const { uid } = user;
  useEffect(() => {
    noteTimeZone(user).catch(() => undefined);
    dropForeignPush().catch(() => undefined);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each person
  }, [uid]);
  return null;
}
