import { defineCopy } from '../../lib/copy.ts';

/** Texts of the comments that the viewer shows first. */
export const t = defineCopy({
  comments: 'Comments',
  comment: 'Comment',
  commentKey: 'Comment on an element (C)',
  resolved: 'Resolved',
  updateFailed: 'Failed to update comment. Please try again.',
  repinFailed: 'Failed to re-attach the pin. Please try again.',
  filesLost: 'Its files are no longer available. Attach them again in a new comment.',
  signedOut: 'You are signed out.',
  sentOnline: 'It is sent when you are online again.',
});
