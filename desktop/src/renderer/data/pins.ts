import { readPins } from '@stagelink/shared/contracts/comments';
import type { LookForPins } from '../../../../web/src/host.ts';
import { call } from '../../../../web/src/data/api.ts';
import { ask } from '../desk.ts';

/** The window is of no origin that a preview speaks to, so the main process has the server's own page look. */
export const lookForPins: LookForPins = async (snapshotId, version, _pins, signal) => {
  await ask('pins.look', snapshotId, version);
  if (signal.aborted) return new Map();
  const { pins } = await call(readPins, { id: snapshotId, version });
  return new Map(pins.map(({ commentId, ...finding }) => [commentId, { id: commentId, ...finding }]));
};
