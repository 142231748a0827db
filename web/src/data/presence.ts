import * as api from '@stagelink/shared/contracts/comments';
import { PRESENCE_SECONDS } from '@stagelink/shared/contracts/limits';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { uuid } from './uuid.ts';
import { visitorName } from './visitor.ts';

const windowId = uuid();

/** Who else looks at a snapshot; says that we do, as long as this window can be seen. */
export const usePresence = (snapshotId: string) =>
  useQuery({
    queryKey: ['presence', snapshotId],
    queryFn: () => call(api.tellPresence, { id: snapshotId, windowId, name: visitorName() }),
    refetchInterval: PRESENCE_SECONDS * 1000,
    refetchIntervalInBackground: false,
    // Everybody else is told within seconds; a missed beat is no failure.
    retry: false,
  });
