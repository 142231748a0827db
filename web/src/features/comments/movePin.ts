import type { Comment } from '@stagelink/shared/contracts/comments';
import { soon } from '../../lib/formBody.ts';
import type { Pick } from '../pins/usePicking.ts';
import { repin } from './api.ts';
import { inThisBrowser } from './browserName.ts';
import type { PickedPin } from './drafts.ts';

/** Moves a thread's pin to a picked element. */
export async function movePin(
  root: Comment,
  { picked, context, version }: PickedPin,
  { picture, inspection }: Omit<Pick, 'element' | 'isAsked'>,
): Promise<void> {
  const { locator, selection, actions, further } = picked;
  const inspected = await soon(inspection);
  const place = {
    locator,
    ...(selection && { selection }),
    ...(actions && { actions }),
    ...(further && { further }),
    ...(inspected !== null && { inspection: inspected }),
    context: inThisBrowser(context),
    version,
  };
  await repin(root, place, picture);
}
