import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  hint: 'A built folder or a zip, up to {{limit}}. The link lives for {{hours}} hours.',
  hintDrop:
    'Drop a built folder or a zip anywhere on this page, up to {{limit}}. The link lives for {{hours}} hours.',
  letGo: 'Drop to get a link',
  largerText: 'With an account, Pro allows larger snapshots.',
  larger: 'See prices',
  live: 'Your link is live',
  ends: 'Ends {{when}}',
  keep: 'Claim it to keep it: the link and its comments move into your account. The claim link works once.',
  link: 'Link',
  claimLink: 'Claim link',
  copyLink: 'Copy link',
  copied: 'Copied',
  open: 'Open',
  claim: 'Claim it',
  again: 'Stage another',
  strip: 'Unclaimed snapshot',
  staged: 'Staged without an account.',

  claimTitle: 'Claim {{name}}',
  claimText:
    'It was staged without an account and ends {{when}}. Claim it to keep it: the link and its comments stay.',
  signedInAs: 'It moves into the account {{email}}.',
  signUp: 'Sign up to claim it',
  logIn: 'Log in to claim it',
  toClaim: 'Log in or sign up, and the snapshot moves into your account.',
  claimFailed: 'Failed to claim it. Try again.',
  claimed: '{{name}} is yours',
  claimedText: 'It keeps its link and its comments, and lives until {{when}}.',
  openSnapshot: 'Open the snapshot',
  toDashboard: 'Go to the dashboard',
  cannotClaim: 'This link claims nothing',
  incompleteTitle: 'This link is incomplete',
  incomplete: 'Open the whole claim link that you got when you staged.',
  readFailed: 'Failed to read the claim link. Try again.',
});
