import { type Authorization, authorizeProgram } from '@stagelink/shared/contracts/oauth';
import { call } from '../../../lib/api.ts';

/** Authorizes a program. Returns the URL to open next. */
export async function allow(authorization: Authorization): Promise<string> {
  return (await call(authorizeProgram, authorization)).redirectTo;
}
