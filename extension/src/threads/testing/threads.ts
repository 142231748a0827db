import type { Comment } from '@stagelink/shared/contracts/comments';
import { comment } from '@stagelink/shared/testing/comment';
import type { Thread } from '@stagelink/shared/contracts/threads';

/** Builds a visitor's comment on the user's snapshot. */
export const aComment = (id: string, about: Partial<Comment> = {}): Comment =>
  comment({
    id,
    snapshotId: 'abcdefghij',
    text: `Text of ${id}`,
    createdAt: 1,
    author: null,
    isAnonymous: true,
    can: { ...comment().can, remove: true, resolve: true, reply: true },
    ...about,
  });

interface About {
  comment?: Partial<Comment>;
  replies?: Comment[];
  route?: string;
  snapshot?: string;
}

export function aThread(
  id: string,
  { comment: about, replies = [], route, snapshot = 'boats' }: About = {},
): Thread {
  const context =
    route === undefined
      ? null
      : {
          route,
          title: '',
          viewport: { width: 1, height: 1 },
          browser: '',
          elementName: '',
          elementHtml: '',
          page: null,
        };
  const url = 'https://a.example/s/abcdefghij';
  return {
    comment: aComment(id, { context, ...about }),
    replies,
    snapshot: { id: 'abcdefghij', name: snapshot, url, version: 1 },
    pin: null,
    inspection: null,
    url: `${url}#thread=${id}`,
  };
}
