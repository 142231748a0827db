import * as api from '@stagelink/shared/contracts/push';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';
import * as browser from './browser.ts';

/** `blocked`: the browser refuses to show notifications of this site. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

const key = ['push'] as const;

async function readState(): Promise<PushState> {
  if (!browser.isSupported()) return 'unsupported';
  if (browser.isBlocked()) return 'blocked';
  const { isOn } = await call(api.getPush, {});
  return isOn && (await browser.hasAddress()) ? 'on' : 'off';
}

/** The permission changes outside the page. */
export const usePush = () => useQuery({ queryKey: key, queryFn: readState, refetchOnWindowFocus: 'always' });

const invalidate = () => queryClient.invalidateQueries({ queryKey: key });

/** Asks for permission first, which browsers allow right after a click only. */
export async function turnPushOn(): Promise<void> {
  try {
    if (!(await browser.askPermission())) return;
    const { publicKey } = await call(api.getPush, {});
    await call(api.turnPushOn, await browser.requestAddress(publicKey));
  } finally {
    await invalidate();
  }
}

export async function turnPushOff(): Promise<void> {
  try {
    await call(api.turnPushOff, {});
    await browser.removeAddress();
  } finally {
    await invalidate();
  }
}

/** Ends the notifications of a user who was signed in to this browser before. */
export async function dropForeignPush(): Promise<void> {
  if (!browser.isSupported() || !(await browser.hasAddress())) return;
  const { isOn } = await call(api.getPush, {});
  if (!isOn) await browser.removeAddress();
}
