import * as api from '@stagelink/shared/contracts/onboarding';
import { call } from '../../lib/api.ts';

/** Reads whether the signed-in account has not answered the welcome yet. */
export const shouldShowWelcome = async (): Promise<boolean> =>
  (await call(api.shouldShowWelcome, {})).data.shouldShow;
