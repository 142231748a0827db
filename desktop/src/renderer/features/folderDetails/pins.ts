import { readPins } from '@stagelink/shared/contracts/comments';
import { stateOf } from '@stagelink/shared/domain/pins';
import type { MakePicture, VerifyPins } from '@stagelink/web/lib/host.ts';
import { call } from '@stagelink/web/lib/api.ts';
import { invoke } from '../../lib/stagelink.ts';

/** Verifies pins in the server's own page: a preview does not accept messages from the window's origin. */
export const verifyPins: VerifyPins = async (snapshotId, version, _pins, signal) => {
  await invoke('pins.look', snapshotId, version);
  if (signal.aborted) return new Map();
  const { pins } = await call(readPins, { id: snapshotId, version });
  return new Map(
    pins.map((pin) => {
      const { commentId: id, confidence } = pin;
      return [id, { id, status: stateOf(pin), confidence }];
    }),
  );
};

/** The same page makes the picture. */
export const makePicture: MakePicture = (snapshotId, version) =>
  invoke('pins.look', snapshotId, version).catch(() => undefined);
