import { words } from './words.ts';

export const t = words({
  loading: 'Reading the reviews',
  loadFailed: 'Failed to load reviews',
  createFailed: 'Failed to create review',
  cancelFailed: 'Failed to cancel review',
  submitFailed: 'Failed to submit review',
  dismiss: 'Dismiss',

  none: 'No review yet',
  noneHint:
    'Ask people to approve this. Each gets a link of their own, and needs no account and no password.',
  request: 'Request review',
  requestAnother: 'Request another review',
  send: 'Send request',
  back: 'Back',
  requested: 'Review Requested',

  pending: 'Pending',
  in_progress: 'In progress',
  completed: 'Completed',
  overdue: 'Overdue',
  progress: '{{done}} of {{total}} answered',
  requestedOn: 'Requested {{day}}',
  due: 'Due {{day}}',
  wasDue: 'Was due {{day}}',
  earlier: 'Earlier reviews',

  reviewerPending: 'Not started',
  reviewerReviewing: 'Looking at it',
  reviewerApproved: 'Approved',
  reviewerChanges: 'Changes requested',
  reviewerSilent: 'Did not answer',
  removed: 'Access removed',
  you: 'you',
  onVersion: 'on version {{version}}',
  stale: 'Given on version {{version}}. Version {{shown}} is newer.',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  undeliverable: 'This address takes no email. Send them the link yourself.',
  passOn: 'This server sends no mail: give each reviewer their link yourself.',

  cancel: 'Cancel review',
  cancelTitle: 'Cancel this review?',
  cancelText: 'Reviewers are notified, their links stop working, and their responses are deleted.',
  keep: 'Keep it',
  cancelled: 'Review cancelled',

  close: 'Close review',
  closeTitle: 'Close this review?',
  closeText:
    'The responses stay. Reviewers who have not responded are notified, and their links stop working.',
  closed: 'Review closed',
  closeFailed: 'Failed to close review',

  removeReviewer: 'Remove',
  removeReviewerOf: 'Remove {{name}}',
  removeTitle: 'Remove {{name}}?',
  removeText: 'They can no longer open this snapshot as a reviewer. A response they gave stays.',
  reviewerRemoved: 'Reviewer removed',
  removeFailed: 'Failed to remove reviewer',

  yourReview: 'Your review',
  feedback: 'Feedback',
  feedbackHint: 'What is good, and what should change',
  approve: 'Approve',
  requestChanges: 'Request changes',
  feedbackMissing: 'Please provide feedback before submitting',
  submitted: 'Review submitted',
  newerVersion:
    'You began with version {{reviewed}}, and your review is about it. Version {{version}} is shown now.',
  reviewNewer: 'Review version {{version}} instead',

  reviewingAs: 'Reviewing as',
  answer: 'Give your answer',
  youApproved: 'You approved this',
  youAskedForChanges: 'You asked for changes',

  entryFailed: 'Your review could not be opened',
  goOn: 'Open the snapshot',
});
