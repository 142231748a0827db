import { ApiError, type Call } from '@stagelink/shared/client/call';
import { deleteSnapshot, expireSnapshot } from '@stagelink/shared/contracts/snapshots';
import type { OnClose } from './inputs.ts';

type End = Exclude<OnClose, 'keep'>;

const ENDS = { expire: expireSnapshot, delete: deleteSnapshot } as const;

const TEXTS: Record<End, string> = {
  expire:
    'the pull request was closed, so the link has ended. It comes back when the pull request is reopened.',
  delete: 'the pull request was closed, so the link was deleted.',
};

/** Ends or deletes a link, and returns what the comment says from then on. */
export async function closeLink(call: Call, id: string, end: End): Promise<string> {
  await call(ENDS[end], { id }).catch((cause: unknown) => {
    // Its owner deleted it.
    if (!(cause instanceof ApiError) || cause.code !== 'not_found') throw cause;
  });
  return `**Stagelink** · ${TEXTS[end]}`;
}
