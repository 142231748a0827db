import { PICTURE_SIZE } from '@stagelink/shared/contracts/pictures';
import { linkPreview } from '../preview/api.ts';
import { addHiddenFrame } from '../preview/hiddenFrameApi.ts';
import { openPreview } from '../snapshots/viewApi.ts';
import { uuid } from '../../lib/uuid.ts';

/** A page that has not been drawn by now keeps the placeholder. */
const GIVE_UP_MS = 10_000;

interface Pictured {
  snapshotId: string;
  version: number;
}

/** Shows this address in the frame and has the preview agent draw it. Resolves to untrusted bytes, or null. */
function draw(frame: HTMLIFrameElement, url: string, of: Pictured): Promise<ArrayBuffer | null> {
  const pickId = uuid();
  return new Promise((resolve) => {
    const end = (picture: ArrayBuffer | null) => {
      clearTimeout(limit);
      line.close();
      resolve(picture);
    };
    const limit = setTimeout(() => end(null), GIVE_UP_MS);
    const target = {
      contentOrigin: new URL(url).origin,
      snapshotId: of.snapshotId,
      version: () => of.version,
    };
    const line = linkPreview(frame, target, {
      onReady: () => line.send({ type: 'picture', pickId }),
      onMessage(message) {
        if (message.type === 'pictured' && message.pickId === pickId) end(message.picture);
      },
    });
    frame.src = url;
  });
}

/**
 * Opens the first page of a version in an invisible frame and has it drawn there. Resolves to the preview
 * agent's untrusted bytes, or null. Rejects if the preview cannot be opened. See docs/decisions/0180.
 */
export async function captureFirstPage(snapshotId: string, version: number): Promise<ArrayBuffer | null> {
  const url = await openPreview(snapshotId, '/', version);
  const frame = addHiddenFrame({ size: PICTURE_SIZE, isFresh: true });
  try {
    return await draw(frame, url, { snapshotId, version });
  } finally {
    frame.remove();
  }
}
