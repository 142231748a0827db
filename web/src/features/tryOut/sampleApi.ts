import { trySample } from '@stagelink/shared/contracts/tryOut';
import { call } from '../../lib/api.ts';

/** Makes an own copy of the sample prototype with its comments. */
export const stageSample = () => call(trySample, {});
