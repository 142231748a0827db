import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useEffect, useState } from 'react';
import { callerOf, invalidateSnapshotView } from '../../features/snapshots/viewApi.ts';
import { actAs, onSessionLost } from '../../lib/api.ts';

/**
 * Sends with each change who the page shows as its caller, and reads the snapshot again when the server says that this
 * is another one now. Returns the caller who opened the page, if so; otherwise null.
 */
export function useFormerCaller(snapshot: SnapshotView | undefined): string | null {
  const id = snapshot?.id;
  const caller = snapshot ? callerOf(snapshot) : null;
  const [first, setFirst] = useState(caller);
  if (first === null && caller !== null) setFirst(caller);

  useEffect(() => {
    actAs(caller);
    return () => actAs(null);
  }, [caller]);
  useEffect(
    () => (id === undefined ? undefined : onSessionLost(() => void invalidateSnapshotView(id))),
    [id],
  );

  return caller === first ? null : first;
}
