import type { Comment } from '@stagelink/shared/contracts/comments';
import type { Thread } from '@stagelink/shared/contracts/threads';

/** A comment as the server answers with it, for tests. */
export function aComment(id: string, about: Partial<Comment> = {}): Comment {
  return {
    id,
    snapshotId: 'abcdefghij',
    parentId: null,
    text: `Text of ${id}`,
    state: 'published',
    isHeld: false,
    createdAt: 1,
    editedAt: null,
    author: null,
    authorName: 'Grace',
    isAnonymous: true,
    isReviewer: false,
    isOwner: false,
    pinNumber: null,
    elementSelector: null,
    elementCoordinates: null,
    pinnedElement: null,
    locator: null,
    context: null,
    crop: null,
    attachments: [],
    version: 1,
    resolved: null,
    can: { edit: false, remove: true, resolve: true, reply: true, approve: false, repin: false },
    following: null,
    ...about,
  };
}

interface About {
  comment?: Partial<Comment>;
  replies?: Comment[];
  route?: string;
  snapshot?: string;
}

export function aThread(
  id: string,
  { comment, replies = [], route, snapshot = 'boats' }: About = {},
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
    comment: aComment(id, { context, ...comment }),
    replies,
    snapshot: { id: 'abcdefghij', name: snapshot, url, version: 1 },
    pin: null,
    url: `${url}#thread=${id}`,
  };
}
