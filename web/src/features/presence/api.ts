import * as api from '@stagelink/shared/contracts/comments';
import { PRESENCE_SECONDS } from '@stagelink/shared/contracts/limits';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { uuid } from '../../lib/uuid.ts';
import { presenceKey } from './presenceKey.ts';
import { visitorName } from '../../lib/anonymousIdentity.ts';

const WINDOW_ID = 'stagelink-window';

/** Survives a reload, which would otherwise count as a second visitor until the first one is stale. */
function keptWindowId(): string {
  try {
    const id = sessionStorage.getItem(WINDOW_ID) ?? uuid();
    sessionStorage.setItem(WINDOW_ID, id);
    return id;
  } catch {
    // The browser blocks storage.
    return uuid();
  }
}

const windowId = keptWindowId();

/** Reports presence while this window is visible. Returns who else is viewing the snapshot. */
export const usePresence = (snapshotId: string) =>
  useQuery({
    queryKey: presenceKey(snapshotId),
    queryFn: () => call(api.reportPresence, { id: snapshotId, windowId, name: visitorName() }),
    refetchInterval: PRESENCE_SECONDS * 1000,
    refetchIntervalInBackground: false,
    // The next beat is due within seconds.
    retry: false,
  });
