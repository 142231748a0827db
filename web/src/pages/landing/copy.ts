import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  product: 'Stagelink',
  site: 'Site',
  skip: 'Skip to content',
  title: 'Put your prototype on stage',
  sentence:
    'Stagelink turns a folder on your computer into a private link that people open, comment on and approve.',
  docs: 'Docs',
  pricing: 'Pricing',
  signUp: 'Sign Up',
  logIn: 'Log In',
  dashboard: 'Dashboard',
  start: 'Start Staging Free',
  watch: 'Watch the video',

  taglines: 'No DevOps, no GitHub, no finnicky envs, no deployment pipelines, no configs.',
  pauseTaglines: 'Pause the taglines',

  viewerPicture:
    'A prototype in the viewer: a pin on its button, and the comments of three threads beside it.',
  trySample: 'Try it live: click an element, comment',
  dashboardPicture: 'The dashboard: projects, and the snapshots with pictures of their first pages.',

  tryOut: 'Try without an account',
  tryOutTitle: 'Or try it now, without an account',
  tryOutCommand: 'Or from a shell:',

  howItWorks: 'How It Works',
  build: 'Build locally',
  buildText: 'Work where you always do. A folder of HTML, or what your framework builds.',
  deploy: 'Deploy instantly',
  deployText:
    'The framework is auto-detected. Stage from the editor, a shell, the desktop app or a drop on the dashboard.',
  share: 'Share via a private URL',
  shareText: 'Send the link and its password. The next version appears at the same link.',

  features: 'Features',
  unlimited: 'Unlimited snapshots',
  unlimitedText: 'With Pro, as many links as you have ideas. Only changed files travel.',
  protection: 'Password and expiry',
  protectionText:
    'A password for each link, and a day on which it ends. Extend it when the round takes longer.',
  comments: 'Comments pinned to elements',
  commentsText:
    'Press C, click an element, write. Pins stay on their elements when you restage, and your coding agent reads along.',
  commentsLink: 'How pins are found again',
  reviews: 'Reviews with approval',
  reviewsText: 'Ask people by email. They approve a version or request changes, without an account.',
  checks: 'UX checks by rules and AI',
  checksText:
    'Contrast, names, tap targets and more are measured on every page. The assistant explains what was found.',
  overview: 'Projects and overview',
  overviewText: 'Projects, tags and filters for every client, and what expires soon at a glance.',

  loop: 'From a comment to a confirmed change',
  loopText:
    'Claude Code, Cursor, Codex and other coding agents receive the comments that you send them. The link stays the same.',
  loopComment: 'A comment on the link',
  loopCommentText: 'Your client clicks an element and writes. You send the comment to your agent.',
  loopProposal: 'A proposal on the page',
  loopProposalText: 'The agent shows what it would change. You accept, correct or reject it.',
  loopCompare: 'Before and after',
  loopCompareText: 'It stages the next version. The thread shows the element in both.',
  loopConfirm: 'Confirmed by the commenter',
  loopConfirmText: 'The person who commented confirms the change, or says what is missing.',
  loopLink: 'Work with a coding agent',

  ctaTitle: 'Your next review is one link away',
  ctaText: 'Free needs no credit card, and your reviewers need no account.',
  footer: 'Footer',
  support: 'Contact support',
  apiReference: 'API reference',
});
