import type { Comment } from '@stagelink/shared/contracts/comments';
import { repin } from './api.ts';
import { inThisBrowser } from './browserName.ts';
import type { PickedPin } from './drafts.ts';

/** Moves a thread's pin to a picked element. */
export async function movePin(
  root: Comment,
  { picked, context, version }: PickedPin,
  picture: Promise<Blob | null>,
): Promise<void> {
  const { locator, selection, actions } = picked;
  const place = {
    locator,
    ...(selection && { selection }),
    ...(actions && { actions }),
    context: inThisBrowser(context),
    version,
  };
  await repin(root, place, picture);
}
