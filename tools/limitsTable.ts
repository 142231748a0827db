import type { RateLimitName } from '@stagelink/shared/contracts/endpoint';
import { bytes } from '@stagelink/shared/domain/format';
import {
  ANALYTICS_EVENT_BYTES,
  ANALYTICS_EVENTS_KEPT,
  ARCHIVE_RATIO,
  ASSISTANT_TOKENS_PER_DAY,
  ASSISTANT_TOKENS_PER_OWNER_PER_MONTH,
  ATTACHMENT_BYTES,
  ATTACHMENTS_BYTES,
  ATTACHMENTS_MAX,
  COMMENT_BYTES,
  COMMENTS_PER_SNAPSHOT,
  PLAN_LIMITS,
  PROJECTS_MAX,
  RATE_LIMITS,
  REACTIONS_PER_SNAPSHOT,
  REVIEWERS_MAX,
  UNCLAIMED_HOURS,
  UNCLAIMED_STORED_BYTES,
  SNAPSHOT_PICTURE_BYTES,
  UNVERIFIED_STORED_BYTES,
  VERSIONS_PER_SNAPSHOT,
  VISITOR_ATTACHMENTS_BYTES,
  VISITOR_COMMENT_BYTES,
  VISITOR_REACTIONS_PER_SNAPSHOT,
  PUSH_BROWSERS_MAX,
  WEBHOOKS_MAX,
} from '@stagelink/shared/contracts/limits';
import { AUDITED_PAGES_MAX, FINDINGS_MAX, FINDINGS_PER_RULE } from '@stagelink/shared/preview/auditLimits';
import { worstCaseTables } from './worstCase.ts';

/** Row of a table: what is limited, the number per kind of caller, and the test that reaches it. */
export interface LimitRow {
  what: string;
  address: string;
  unverified: string;
  free: string;
  pro: string;
  /** File and part of the title of a test that reaches the limit and is rejected. */
  test: [file: string, title: string];
}

interface Section {
  title: string;
  rows: LimitRow[];
}

const CALLS = 'server/src/platform/http/callLimits.test.ts';
const CALL_TESTS = {
  anyone: [CALLS, "%s: %s is rejected beyond the address's limit without an account"],
  account: [CALLS, "%s: %s is rejected beyond the account's limit, from any address"],
} satisfies Record<string, LimitRow['test']>;

const count = (value: number) => value.toLocaleString('en-US');

function span(seconds: number): string {
  if (seconds === 24 * 3600) return 'a day';
  if (seconds === 60) return 'a minute';
  return seconds === 3600 ? 'an hour' : `in ${seconds / 60} minutes`;
}

const perSpan = (name: RateLimitName, factor = 1) =>
  `${count(RATE_LIMITS[name].points * factor)} ${span(RATE_LIMITS[name].seconds)}`;

const bytesPerSpan = (name: RateLimitName) =>
  `${bytes(RATE_LIMITS[name].points * 1024)} ${span(RATE_LIMITS[name].seconds)}`;

/** Per address: calls without an account, and those with sessions where the number differs. */
function ofAddress(name: RateLimitName): string {
  const { addressPoints, seconds } = RATE_LIMITS[name];
  const shared = addressPoints === undefined ? '' : `, and ${count(addressPoints)} with sessions`;
  return `${count(RATE_LIMITS[name].points)}${shared} ${span(seconds)}`;
}

const everyone = (value: string) => ({ address: value, unverified: value, free: value, pro: value });
const accounts = (value: string) => ({ address: '–', unverified: value, free: value, pro: value });

/** Call without an account. */
const openCalls = (what: string, name: RateLimitName): LimitRow => ({
  what,
  ...accounts(perSpan(name)),
  address: ofAddress(name),
  test: CALL_TESTS.anyone,
});
/** Call with an account. */
const accountCalls = (what: string, name: RateLimitName): LimitRow => ({
  what,
  ...accounts(perSpan(name)),
  test: CALL_TESTS.account,
});

const { free, pro } = PLAN_LIMITS;
const BUDGET = 'server/src/features/staging/budget.test.ts';
const COMMENTS = 'server/src/features/comments/limits.test.ts';
const PAGE_TREES = 'server/src/features/pageTrees/pageTrees.test.ts';
const REACTIONS = 'server/src/features/comments/reactions.test.ts';
const ASSISTANT = 'server/src/features/assistant/assistant.test.ts';
const FINDINGS = 'server/src/features/findings/findings.test.ts';
const REPLY_MAIL = 'server/src/features/replyEmails/replyMail.test.ts';
const TRY_OUT = 'server/src/features/tryOut/tryOut.test.ts';
const VIEWS = 'server/src/features/pageViews/views.test.ts';
const ERRORS = 'server/src/features/errorReports/errorReports.test.ts';
const ANALYTICS = 'server/src/features/analytics/analytics.test.ts';

const BYTES: LimitRow[] = [
  {
    what: 'Files of all snapshots and unfinished uploads, each file once',
    address: '–',
    unverified: `${bytes(UNVERIFIED_STORED_BYTES)} where the server sends mail`,
    free: bytes(free.storedBytes),
    pro: bytes(pro.storedBytes),
    test: [BUDGET, 'has a limit that counts each file once'],
  },
  {
    what: 'Files of one snapshot',
    address: '–',
    unverified: bytes(free.snapshotBytes),
    free: bytes(free.snapshotBytes),
    pro: bytes(pro.snapshotBytes),
    test: ['server/src/features/staging/uploadInOneRequest.test.ts', 'more than the plan allows'],
  },
  {
    what: `Files of one snapshot without an account, kept for ${UNCLAIMED_HOURS} hours`,
    ...everyone(bytes(free.snapshotBytes)),
    test: [TRY_OUT, 'has the size limit of Free, also where every account has Pro'],
  },
  {
    what: 'Files of all snapshots without an account, each file once',
    ...everyone(`${bytes(UNCLAIMED_STORED_BYTES)}, all visitors together`),
    test: [TRY_OUT, 'all unclaimed snapshots together have a storage limit'],
  },
  {
    what: 'New files, deleted ones included',
    address: `${bytesPerSpan('newKilobytesOfAddress')} without Pro`,
    unverified: bytesPerSpan('newKilobytesUnverified'),
    free: bytesPerSpan('newKilobytesFree'),
    pro: bytesPerSpan('newKilobytesPro'),
    test: [BUDGET, 'have a daily limit of the account and of the address, however much is deleted'],
  },
  {
    what: 'New files of all snapshots without an account',
    ...everyone(bytesPerSpan('newKilobytesTryOut')),
    test: [TRY_OUT, 'all visitors together send a number of bytes a day'],
  },
  {
    what: 'Files that visitors attach to comments and page trees of their pins, deleted ones included',
    ...accounts('as new files'),
    address: bytesPerSpan('visitorKilobytes'),
    test: [COMMENTS, 'attached and deleted again and again end at the address’s limit'],
  },
  {
    what: 'The same on one snapshot, from all addresses',
    ...accounts('as new files'),
    address: bytesPerSpan('visitorKilobytesOfSnapshot'),
    test: [COMMENTS, 'attached from many addresses end at the snapshot’s limit'],
  },
  {
    what: 'What an archive unpacks to, times what was sent',
    ...accounts(count(ARCHIVE_RATIO)),
    test: [BUDGET, 'accept no archive that unpacks to far more than was sent'],
  },
  {
    what: 'Files of one comment, beside its picture',
    ...everyone(`${ATTACHMENTS_MAX} of ${bytes(ATTACHMENT_BYTES)}`),
    test: ['server/src/features/attachments/attachments.test.ts', 'may have 10 MB and no byte more'],
  },
  {
    what: 'Picture of the first page of each version, besides its files',
    ...accounts(`${SNAPSHOT_PICTURE_BYTES / 1024} kB`),
    address: '–',
    test: ['server/src/features/pictures/pictures.test.ts', 'has one byte too many'],
  },
  {
    what: 'Files of all comments on one snapshot',
    ...accounts(bytes(ATTACHMENTS_BYTES)),
    address: `${bytes(VISITOR_ATTACHMENTS_BYTES)}, all visitors together`,
    test: [COMMENTS, 'with files of visitors leave space for the owner’s'],
  },
  {
    what: 'Texts and pins of all comments on one snapshot',
    ...accounts(bytes(COMMENT_BYTES)),
    address: `${bytes(VISITOR_COMMENT_BYTES)}, all visitors together`,
    test: [
      COMMENTS,
      'with too many bytes in total are rejected, also by an edit, and visitors leave space for the owner',
    ],
  },
  {
    what: 'Page trees of all pins on one snapshot, with those texts and pins',
    ...accounts(bytes(COMMENT_BYTES)),
    address: `${bytes(VISITOR_COMMENT_BYTES)}, all visitors together`,
    test: [
      PAGE_TREES,
      'get what the comments leave; visitors’ trees leave space for the owner’s, and none keeps',
    ],
  },
];

const EMAILS: LimitRow[] = [
  openCalls('Accounts, each with one email', 'register'),
  openCalls('Emails that a caller requests', 'mail'),
  {
    what: 'Requested emails to one recipient, from all callers',
    ...everyone(perSpan('mailToAddress')),
    test: ['server/src/platform/http/addressLimits.test.ts', 'signing up counts as an email to that address'],
  },
  {
    what: 'Emails to addresses of other people, from an account without a verified address',
    address: perSpan('register'),
    unverified: perSpan('register'),
    free: '–',
    pro: '–',
    test: [
      'server/src/platform/http/addressLimits.test.ts',
      'causes no more email to other addresses than signing up does',
    ],
  },
  {
    what: `Review requests, each with up to ${REVIEWERS_MAX} emails`,
    address: '–',
    unverified: 'none',
    free: perSpan('review'),
    pro: perSpan('review'),
    test: CALL_TESTS.account,
  },
  {
    what: 'People without an account who are asked, and never answered this owner',
    address: '–',
    unverified: 'none',
    free: perSpan('strangersFree'),
    pro: perSpan('strangersPro'),
    test: [
      'server/src/features/reviews/reviews.test.ts',
      'goes to 30 of them a day on Free, however many requests, and to 200 on Pro',
    ],
  },
  {
    what: 'Review requests to one recipient, from all accounts',
    address: '–',
    unverified: 'none',
    free: perSpan('reviewToAddress'),
    pro: perSpan('reviewToAddress'),
    test: ['server/src/features/reviews/reviews.test.ts', 'goes to one address a few times a day'],
  },
  {
    what: 'Links to confirm an address for replies, to one address, from all visitors',
    ...everyone('–'),
    address: perSpan('replyAddress'),
    test: [REPLY_MAIL, 'it gets few confirmation links a day, from all snapshots and visitors together'],
  },
  {
    what: 'The same, entered on one snapshot, to all addresses',
    ...everyone('–'),
    address: perSpan('replyAddressOfSnapshot'),
    test: [REPLY_MAIL, 'one snapshot sends a limited number of links a day, to all addresses'],
  },
  {
    what: 'Emails about comments to one recipient without an account',
    address: perSpan('replyMail'),
    unverified: 'none',
    free: perSpan('replyMail'),
    pro: perSpan('replyMail'),
    test: [REPLY_MAIL, 'a confirmed one gets a limited number of emails a day, and the rest together later'],
  },
  {
    what: 'The same, about one snapshot, to all recipients',
    address: perSpan('replyMailOfSnapshot'),
    unverified: 'none',
    free: perSpan('replyMailOfSnapshot'),
    pro: perSpan('replyMailOfSnapshot'),
    test: [REPLY_MAIL, 'one snapshot causes a limited number of emails a day'],
  },
  {
    what: 'Notifications of wrong passwords for one snapshot, to its owner',
    ...everyone(perSpan('gateNotices')),
    test: ['server/src/hosting/gate/gate.test.ts', 'and the owner is notified once'],
  },
];

const CPU: LimitRow[] = [
  openCalls('Signing in, resetting a password, confirming an address', 'login'),
  {
    what: 'Wrong passwords for one account, from one address',
    ...everyone(perSpan('loginFailures')),
    test: [
      'server/src/features/identity/accounts/accounts.test.ts',
      'with an email of the maximum length is rejected like any other, and counted',
    ],
  },
  {
    what: 'Confirming the current password',
    ...accounts(perSpan('passwordCheck')),
    test: [
      'server/src/features/identity/passwords/passwords.test.ts',
      'is rejected after a few wrong ones, even with the correct one',
    ],
  },
  openCalls('Passwords entered for snapshots', 'gate'),
  {
    what: 'Wrong passwords for one snapshot, from one address',
    ...everyone(perSpan('gateAddressFailures')),
    test: [
      'server/src/hosting/gate/gate.test.ts',
      'a guessing visitor is stopped, and the correct password still opens from elsewhere',
    ],
  },
  {
    what: 'Wrong passwords for one snapshot, from all addresses',
    ...everyone(
      `${perSpan('gateFailures')}, then ${perSpan('gateLateFailures')} of sites that did not fail yet`,
    ),
    test: [
      'server/src/hosting/gate/gate.test.ts',
      'attempts of many addresses end at the sum of both limits, also when simultaneous',
    ],
  },
  {
    what: 'The same beyond that, from one site: an IPv4 address, or a /48 network of IPv6',
    ...everyone('1 an hour'),
    test: ['server/src/hosting/gate/gate.test.ts', 'networks of one IPv6 tunnel have one attempt together'],
  },
  openCalls('Snapshots opened in the viewer, and lists of versions', 'view'),
  openCalls('Reads without a limit of their own', 'read'),
  openCalls('Changes without a limit of their own: renames, projects, follows, settings', 'change'),
  {
    what: 'Events of the payment provider',
    ...everyone(perSpan('stripeEvent')),
    test: CALL_TESTS.anyone,
  },
  {
    what: 'Events whose signature does not fit',
    ...everyone(perSpan('webhookFailures')),
    test: [
      'server/src/features/billing/billing.test.ts',
      'whose signature does not fit is counted by its address',
    ],
  },
  openCalls('Uploads without an account, refused ones included', 'tryOutUpload'),
  openCalls('Previews, lists of the files of a version, comparisons', 'preview'),
  openCalls('Lists of all comments on a snapshot', 'commentList'),
  openCalls('Page trees, each for many pins, asked for and sent', 'pageTree'),
  openCalls('Exports', 'export'),
  accountCalls('Versions downloaded as zips', 'download'),
  openCalls('Personal links of reviewers', 'reviewLink'),
  openCalls('Claim links', 'claim'),
  accountCalls('Stages', 'stage'),
  accountCalls('Requests that send files', 'upload'),
  accountCalls('Pictures of first pages', 'picture'),
  accountCalls('Threads marked as read', 'readThreads'),
  accountCalls('Changes of many snapshots together', 'bulkChange'),
  {
    what: 'Files rewritten in path mode or searched for client routing, cached ones left out',
    ...everyone(perSpan('rewrite')),
    test: [
      'server/src/hosting/content/pathMode.test.ts',
      'an address has a limited number of page rewrites; cached pages do not count',
    ],
  },
  accountCalls('Billing: checkout, portal, cancellation', 'billing'),
  {
    what: 'Messages of coding agents',
    ...accounts(perSpan('mcp')),
    test: ['server/src/app/mcp/mcp.test.ts', 'counts messages'],
  },
  {
    what: 'Messages of coding agents above 64 kB, at once',
    ...accounts('2'),
    test: ['server/src/app/mcp/mcp.test.ts', 'keeps two large messages of an account in memory at once'],
  },
];

const ROWS: LimitRow[] = [
  {
    what: 'Active snapshots',
    address: '–',
    unverified: count(free.activeSnapshots),
    free: count(free.activeSnapshots),
    pro: 'unlimited, within the stored files',
    test: [
      'server/src/features/staging/staging.test.ts',
      'applies when thirty are staged at once, with the number in the message',
    ],
  },
  {
    what: `Snapshots without an account, kept for ${UNCLAIMED_HOURS} hours`,
    ...everyone(perSpan('tryOut')),
    test: [TRY_OUT, 'one address stages a few times a day'],
  },
  {
    what: 'The same, from one site, while less than half of their room is left',
    ...everyone('1 a day'),
    test: [TRY_OUT, 'while less than half of the room is left, a site stages once a day'],
  },
  {
    what: `Copies of the sample prototype without an account, kept for ${UNCLAIMED_HOURS} hours`,
    ...everyone(perSpan('trySample')),
    test: [TRY_OUT, 'an address gets a number of samples a day'],
  },
  {
    what: 'The same, from one site, while less than half of the day’s copies are left',
    ...everyone('1 a day'),
    test: [TRY_OUT, 'while less than half of the samples of a day are left, a site gets one'],
  },
  {
    what: 'The same, from all addresses',
    ...everyone(perSpan('trySampleTotal')),
    test: [TRY_OUT, 'all addresses together get a number of samples a day'],
  },
  {
    what: 'Files of new versions, also those that are stored already',
    address: `${perSpan('stagedFilesTryOut')}, all visitors together`,
    unverified: perSpan('stagedFilesUnverified'),
    free: perSpan('stagedFilesFree'),
    pro: perSpan('stagedFilesPro'),
    test: [BUDGET, 'and those that are stored already have a daily number, because each is a row'],
  },
  {
    what: 'Versions of a snapshot',
    ...accounts(count(VERSIONS_PER_SNAPSHOT)),
    test: ['server/src/features/versions/versions.test.ts', 'are at most 500, and the error says what to do'],
  },
  {
    what: 'Unfinished uploads',
    address: '–',
    unverified: count(free.openUploads),
    free: count(free.openUploads),
    pro: count(pro.openUploads),
    test: [BUDGET, 'twenty from one Free account'],
  },
  {
    what: 'Projects',
    ...accounts(count(PROJECTS_MAX)),
    test: [
      'server/src/features/projects/projects.test.ts',
      'have a maximum number, also when two are created at once',
    ],
  },
  accountCalls('New access tokens', 'token'),
  {
    what: 'Webhooks',
    address: '–',
    unverified: '–',
    free: '–',
    pro: count(WEBHOOKS_MAX),
    test: [
      'server/src/features/webhooks/settings.test.ts',
      'are ten of an account at most, also when two are created at once',
    ],
  },
  accountCalls('Webhooks created or given another secret, and deliveries sent again', 'webhook'),
  accountCalls('Made-up events sent to webhooks', 'webhookTest'),
  accountCalls('Issues made in GitHub and Linear, and tokens of theirs checked', 'issue'),
  {
    what: 'Browsers that notifications are sent to; a further one replaces the oldest',
    ...accounts(count(PUSH_BROWSERS_MAX)),
    test: ['server/src/features/push/push.test.ts', 'beyond the number of browsers replaces the oldest'],
  },
  openCalls('Comments and changes of comments', 'comment'),
  {
    what: 'Comments on one snapshot, without a verified address',
    address: perSpan('visitorAddressComments'),
    unverified: perSpan('visitorAddressComments'),
    free: '–',
    pro: '–',
    test: [COMMENTS, 'from one address stop that address only'],
  },
  {
    what: 'The same, from all addresses',
    address: perSpan('visitorComments'),
    unverified: perSpan('visitorComments'),
    free: '–',
    pro: '–',
    test: [COMMENTS, 'by visitors on one snapshot stop visitors there only'],
  },
  {
    what: 'Comments on one snapshot in total',
    ...everyone(count(COMMENTS_PER_SNAPSHOT)),
    test: [COMMENTS, 'fill a snapshot'],
  },
  openCalls('Reactions to comments, added or taken back', 'reaction'),
  {
    what: 'Reactions on one snapshot without a verified address',
    address: perSpan('visitorAddressReactions'),
    unverified: perSpan('visitorAddressReactions'),
    free: '–',
    pro: '–',
    test: [REACTIONS, 'with invented visitors from one address stop that address on the snapshot only'],
  },
  {
    what: 'The same, from all addresses',
    address: perSpan('visitorReactions'),
    unverified: perSpan('visitorReactions'),
    free: '–',
    pro: '–',
    test: [REACTIONS, 'by visitors on one snapshot in an hour stop visitors there only'],
  },
  {
    what: 'Reactions on one snapshot in total',
    ...everyone(count(REACTIONS_PER_SNAPSHOT)),
    address: `${count(VISITOR_REACTIONS_PER_SNAPSHOT)}, all visitors together`,
    test: [REACTIONS, 'fill a snapshot'],
  },
  {
    what: 'Analyses by the AI UX assistant, of one person on one snapshot',
    ...everyone(perSpan('assistantStart')),
    test: [ASSISTANT, 'a person has five analyses an hour'],
  },
  {
    what: 'Messages to it, of one person on one snapshot',
    ...everyone(perSpan('assistantMessage')),
    test: [ASSISTANT, 'and twenty messages'],
  },
  {
    what: 'Both, of all people on one snapshot',
    ...everyone(perSpan('assistantSnapshot')),
    test: [ASSISTANT, 'a snapshot sixty requests'],
  },
  {
    what: 'Those of them by people who are neither the owner nor a reviewer',
    ...everyone(perSpan('assistantVisitors')),
    test: [ASSISTANT, 'visitors leave fifty of a snapshot’s sixty requests'],
  },
  {
    what: 'The same from one address, all snapshots together',
    ...everyone(perSpan('assistantVisitorAddress')),
    test: [ASSISTANT, 'have ten of an address'],
  },
  {
    what: 'Tokens of the model on the snapshots of one account (`AI_TOKENS_PER_OWNER_PER_MONTH`)',
    ...accounts(`${count(ASSISTANT_TOKENS_PER_OWNER_PER_MONTH)} a month`),
    test: [ASSISTANT, 'the tokens of an owner'],
  },
  {
    what: 'The same of the installation (`AI_TOKENS_PER_DAY`)',
    ...everyone(`${count(ASSISTANT_TOKENS_PER_DAY)} a day`),
    test: [ASSISTANT, 'and of the installation are limited'],
  },
  {
    what: 'Findings of one version of a snapshot',
    ...accounts(count(FINDINGS_MAX)),
    address: 'none',
    test: [FINDINGS, '200 findings of a version'],
  },
  {
    what: 'Elements of a page that are kept for one rule',
    ...accounts(count(FINDINGS_PER_RULE)),
    address: 'none',
    test: [FINDINGS, 'keeps five elements of a rule'],
  },
  {
    what: 'Checked pages of one version of a snapshot',
    ...accounts(count(AUDITED_PAGES_MAX)),
    address: 'none',
    test: [FINDINGS, 'are of at most 200 pages of a version'],
  },
  {
    what: 'Page views of one snapshot that count, from one address, as one visitor a day',
    ...everyone(perSpan('pageView')),
    test: [VIEWS, 'of one address with invented accounts ends at a number an hour'],
  },
  {
    what: 'The same, from all addresses',
    ...everyone(perSpan('pageViewsOfSnapshot')),
    test: [VIEWS, 'of many addresses ends at a number an hour for each snapshot'],
  },
  accountCalls('Reports of a tutorial', 'tutorial'),
  openCalls('Reports that a viewer is open', 'presence'),
  accountCalls('Requests of coding agents that wait for feedback', 'agentWait'),
  accountCalls('Threads sent to coding agents, taken, proposed for and marked as staged', 'agentWork'),
  openCalls('Coding agents that register themselves', 'agentClient'),
  openCalls('Codes and tokens that coding agents exchange', 'agentToken'),
  openCalls('Reports of unexpected errors, 8 kB each', 'errorReport'),
  {
    what: 'The same, from all addresses',
    ...accounts(`${perSpan('accountErrorsTotal')}, all accounts together`),
    address: `${perSpan('visitorErrorsTotal')}, all visitors together`,
    test: [ERRORS, 'errors that strangers invent end at a number a day, and leave the accounts their own'],
  },
  {
    what: `Events that pages report, of up to ${count(ANALYTICS_EVENT_BYTES)} bytes`,
    ...accounts(perSpan('analytics')),
    address: ofAddress('analytics'),
    test: [ANALYTICS, '100,000 from one address store a few hundred'],
  },
  {
    what: 'The same, from all addresses',
    ...everyone(`${perSpan('analyticsTotal')}; the newest ${count(ANALYTICS_EVENTS_KEPT)} are kept`),
    test: [ANALYTICS, 'from many addresses stores no more than the daily limit'],
  },
];

export const SECTIONS: Section[] = [
  { title: 'Bytes', rows: BYTES },
  { title: 'Emails', rows: EMAILS },
  { title: 'CPU', rows: CPU },
  { title: 'Rows', rows: ROWS },
];

const line = (cells: string[]) => `| ${cells.join(' | ')} |`;

function tableOf({ title, rows }: Section): string {
  const head = ['', 'One address', 'Unverified account', 'Free account', 'Pro account'];
  return [
    `## ${title}`,
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(({ what, address, unverified, free: ofFree, pro: ofPro }) =>
      line([what, address, unverified, ofFree, ofPro]),
    ),
  ].join('\n');
}

/** Returns the tables of `docs/limits.md`, from the server's numbers. */
export const limitsTables = (): string => [...SECTIONS.map(tableOf), worstCaseTables()].join('\n\n');

if (import.meta.main) process.stdout.write(`${limitsTables()}\n`);
