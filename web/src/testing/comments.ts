import type { Comment } from '@stagelink/shared/contracts/comments';
import type { Locator } from '@stagelink/shared/locator/locator';

/** A valid comment of somebody with an account, which whoever looks may do nothing to. */
export function comment(more: Partial<Comment> = {}): Comment {
  return {
    id: crypto.randomUUID(),
    snapshotId: 'k3q9x7m2a1b4',
    parentId: null,
    text: 'Too long',
    state: 'published',
    isHeld: false,
    createdAt: Date.now(),
    editedAt: null,
    author: crypto.randomUUID(),
    authorName: 'Grace',
    isAnonymous: false,
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
    can: { edit: false, remove: false, resolve: false, reply: false, approve: false, repin: false },
    following: null,
    ...more,
  };
}

const quote = (text: string) => ({ text, rare: [] });

/** Where a page's heading is, as the agent would say it. */
export const LOCATOR: Locator = {
  elementSelector: 'h1',
  elementCoordinates: { x: 120, y: 80 },
  offset: { x: 0.5, y: 0.5 },
  tag: 'h1',
  attributes: {},
  own: [],
  classes: [],
  role: 'heading',
  name: quote('Cart'),
  text: quote('Cart'),
  circles: [],
  alone: true,
  twins: 0,
  path: ['h1:1/1'],
  size: 12,
  box: { x: 20, y: 60, width: 200, height: 40 },
  lang: 'en',
  dialog: null,
  route: '/',
  viewport: { width: 840, height: 856 },
  scrolls: [],
};
