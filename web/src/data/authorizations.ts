import { type Authorization, authorizeProgram } from '@stagelink/shared/contracts/authorizations';
import { call } from './api.ts';

/** Lets a program sign in as whoever is signed in here. Where the browser is to go now. */
export async function allow(asked: Authorization): Promise<string> {
  return (await call(authorizeProgram, asked)).redirectTo;
}
