import type { Comment } from '../contracts/comments.ts';

let made = 0;
function newId(): string {
  made += 1;
  return `0190a0e2-6b1c-7c3e-9000-${String(made).padStart(12, '0')}`;
}

/** Builds a valid comment by a user, on which the caller has no permissions. */
export function comment(more: Partial<Comment> = {}): Comment {
  return {
    id: newId(),
    snapshotId: 'k3q9x7m2a1b4',
    parentId: null,
    text: 'Too long',
    state: 'published',
    isPending: false,
    createdAt: Date.now(),
    editedAt: null,
    author: newId(),
    authorName: 'Grace',
    isAnonymous: false,
    hasAccount: true,
    isReviewer: false,
    isOwner: false,
    pinNumber: null,
    elementSelector: null,
    elementCoordinates: null,
    pinnedElement: null,
    locator: null,
    selection: null,
    actions: null,
    further: null,
    context: null,
    trees: [],
    isBrief: false,
    crop: null,
    attachments: [],
    reactions: [],
    version: 1,
    resolved: null,
    can: {
      edit: false,
      remove: false,
      resolve: false,
      reply: false,
      approve: false,
      repin: false,
      react: false,
      assign: false,
    },
    assignee: null,
    dueOn: null,
    isUnread: false,
    requestsChanges: false,
    following: null,
    ...more,
  };
}
