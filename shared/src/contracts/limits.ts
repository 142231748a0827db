import type { RateLimitName } from './endpoint.ts';

/** Every number of the specification and the protocol. Sizes are bytes; names contain the unit of times. */

const MB = 1024 * 1024;
const GB = 1024 * MB;
const KB_PER_MB = 1024;

/** What each plan may use; what strangers may cost is below. See docs/decisions/0280. */
export interface PlanLimits {
  /** Snapshots that have not expired; null means no limit. */
  activeSnapshots: number | null;
  snapshotBytes: number;
  maxExpiryDays: number;
  defaultExpiryDays: number;
  /** Files of all snapshots and unfinished uploads of an account, each stored once. */
  storedBytes: number;
  /** Uploads of an account that are not finalized. */
  openUploads: number;
}

export const PLAN_LIMITS = {
  free: {
    activeSnapshots: 3,
    snapshotBytes: 20 * MB,
    maxExpiryDays: 7,
    defaultExpiryDays: 7,
    storedBytes: 200 * MB,
    openUploads: 10,
  },
  pro: {
    activeSnapshots: null,
    snapshotBytes: 100 * MB,
    maxExpiryDays: 90,
    defaultExpiryDays: 30,
    storedBytes: 10 * GB,
    openUploads: 20,
  },
} as const satisfies Record<string, PlanLimits>;

/** Prices of Pro in cents of US dollars. */
export const PRO_CENTS = { monthly: 600, annual: 6000 } as const;
export const TRIAL_DAYS = 7;

/** Stored files of an account with an unverified email address, on servers that send email. */
export const UNVERIFIED_STORED_BYTES = 40 * MB;

/** Stored files of all unclaimed snapshots together. */
export const UNCLAIMED_STORED_BYTES = 10 * GB;
/** How long an unclaimed snapshot lives. */
export const UNCLAIMED_HOURS = 24;

export const FILES_PER_SNAPSHOT = 10_000;
/** Larger files cause a warning, never a rejection. */
export const LARGE_FILE_BYTES = 5 * MB;
/** Versions per snapshot. Owners may choose to keep fewer. */
export const VERSIONS_PER_SNAPSHOT = 500;
export const KEPT_VERSIONS_MIN = 5;
export const PATH_BYTES = 1024;
export const PATH_DEPTH = 64;
export const PATH_SEGMENT_BYTES = 255;
/** Folders in the URL of a client-side route. A deeper URL that names no file does not exist. */
export const ROUTE_DEPTH = 16;

export const JSON_BODY_BYTES = 1 * MB;
/** Larger than other JSON, because a manifest lists every file; 10,000 paths of 1 kB would exceed it. */
export const MANIFEST_BODY_BYTES = 4 * MB;

/** Message of a coding agent with the files it stages. */
export const MCP_BODY_BYTES = 8 * MB;

export const SESSION_DAYS = 7;
export const TOKEN_DEFAULT_DAYS = 90;
export const TOKEN_MAX_DAYS = 365;
export const EXTEND_DAYS = 7;
/** The table offers an extension at this many days left or fewer. */
export const EXTEND_OFFERED_DAYS = 7;

export const TICKET_SECONDS = 60;
export const SOCKET_TICKET_SECONDS = 30;
/** Time a client has to exchange a sign-in code. */
export const CODE_SECONDS = 60;
/** Lifetime of a preview's grant; the viewer then requests another. */
export const GRANT_HOURS = 12;
export const GATE_DAYS = 7;
/** Unfinalized uploads are swept after this time. */
export const UPLOAD_HOURS = 24;
/** The same for uploads in one request, which end long before unless the server was killed. */
export const SINGLE_UPLOAD_HOURS = 1;
/** Time in which a repeated upload in one request gets the first one's reply. */
export const IDEMPOTENCY_HOURS = 24;
/** An unfinished upload older than this may be replaced when an account has too many. */
export const UPLOAD_REPLACED_SECONDS = 60;
/** Maximum ratio of unpacked to packed size of an archive. Real sites are far below. */
export const ARCHIVE_RATIO = 100;

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
export const NAME_MAX = 120;
export const EMAIL_MAX = 254;
export const TIME_ZONE_MAX = 64;
export const DESCRIPTION_MAX = 2000;
/** Maximum of an integer column. */
export const VERSION_MAX = 2_147_483_647;
/** Characters of a timestamp with nanoseconds. */
export const MOMENT_MAX = 30;
export const TAGS_MAX = 20;
export const TAG_MAX = 40;

/** Larger files are not compared line by line. */
export const COMPARED_BYTES = 1 * MB;

export const RECONNECT_SECONDS = 5;
export const RECONNECT_ATTEMPTS = 5;
/** The delay doubles up to this after those attempts. */
export const RECONNECT_MAX_SECONDS = 30;
export const INITIAL_DATA_SECONDS = 2;
export const PING_SECONDS = 25;
/** A client that received nothing for two pings and some seconds of transit considers the connection lost. */
export const SILENCE_SECONDS = 2 * PING_SECONDS + 5;

export const LIST_PAGE = 50;
/** Events that the activity feed shows at once. */
export const FEED_MAX = 500;
export const FEED_DEFAULT = 250;
/** Matching events are counted up to this number. */
export const FEED_COUNTED = 10_000;
/** Longest reason for taking a snapshot down. */
export const REASON_MAX = 1000;
/** A session counts as active for this long after its last use. */
export const ACTIVE_SESSION_MINUTES = 15;
/** Entries on a page of the lists for superadmins. */
export const ADMIN_PAGE = 100;
/** File names per snapshot of a list. */
export const LISTED_FILES = 100;
/** Files on a page of a version's files or of those that differ between two versions. */
export const FILES_PAGE = 500;
/** Rows that one request may change. */
export const BULK_MAX = 500;
/** Snapshots that one bulk change may name. A filter may match more. */
export const BULK_CHANGE_MAX = 10_000;
/** How long a bulk change can be read and undone. */
export const BULK_CHANGE_HOURS = 24;

/** Palette of projects; the first is the default. */
export const PROJECT_COLORS = [
  '#4F46E5',
  '#7C3AED',
  '#EC4899',
  '#EF4444',
  '#F59E0B',
  '#10B981',
  '#3B82F6',
  '#6B7280',
] as const;
/** Represents “in no project” where a project id is expected. */
export const NO_PROJECT = '__no_project__';
export const PROJECTS_MAX = 500;

/** More than 0 and up to this many days left. */
export const EXPIRING_SOON_DAYS = 3;
export const WIDGET_ITEMS = 5;
export const WIDGET_REVIEW_LINKS = 3;
/** Badges show at most this number, then “99+”. */
export const BADGE_MAX = 99;

/** Expired snapshots can be extended for this long; then they are swept with their blobs. */
export const RETENTION_DAYS = 30;
/** The owner is notified this long before a snapshot expires. */
export const EXPIRY_WARNING_HOURS = 48;

export const REVIEWERS_MAX = 20;
export const NOTES_MAX = 2000;

export const COMMENT_MAX = 5000;
export const COMMENTS_PER_SNAPSHOT = 5000;
export const THREADS_PAGE = 20;
export const THREADS_PAGE_MAX = 50;
export const ATTACHMENT_BYTES = 10 * MB;
export const ATTACHMENTS_MAX = 10;
/** All comments of a snapshot together, so visitors cannot fill the storage. */
export const ATTACHMENTS_BYTES = 1024 * MB;
/** Visitors' share of it, so visitors leave space for the owner. */
export const VISITOR_ATTACHMENTS_BYTES = 256 * MB;
/** Texts and pins of all comments of a snapshot, because every viewer loads them. Page trees get what these leave. */
export const COMMENT_BYTES = 16 * MB;
export const VISITOR_COMMENT_BYTES = 8 * MB;
/** Pins that one request keeps a page tree with. */
export const TREE_PINS_MAX = 200;
/** Reactions to all comments of a snapshot, because every viewer loads their counts. */
export const REACTIONS_PER_SNAPSHOT = 20_000;
export const VISITOR_REACTIONS_PER_SNAPSHOT = 10_000;
/** Names listed with a reaction. */
export const REACTION_NAMES_MAX = 10;
export const ANONYMOUS_ID_MAX = 100;
/** How long the viewer highlights a comment's element. */
export const HIGHLIGHT_SECONDS = 2;
export const COMMENT_BOX_MAX_PX = 200;
/** Viewers report their presence this often and count as gone after twice as long. */
export const PRESENCE_SECONDS = 15;
/** One request of a coding agent that waits ends after this time, which proxies allow; the agent sends the next. */
export const AGENT_WAIT_SECONDS = 25;
/** A tool call of a coding agent waits for at most this long, and by default for less than clients wait for a result. */
export const AGENT_CALL_SECONDS = 300;
export const AGENT_CALL_DEFAULT_SECONDS = 50;
/** Requests of agents that wait at once, of one account on one server process. */
export const AGENT_WAITS_MAX = 20;
/** A thread that an agent has taken returns after this long without a sign of life. */
export const AGENT_SILENCE_MINUTES = 30;
export const AGENT_NAME_MAX = 60;
/** Characters of what an agent proposes, marks on elements, and characters of their labels. */
export const PLAN_TEXT_MAX = 300;
export const PLAN_MARKS_MAX = 10;
export const PLAN_LABEL_MAX = 80;
/** Threads that one request sends to agents or marks as staged. */
export const SEND_MAX = 500;
/** Threads that a waiting agent receives at once. */
export const FEEDBACK_PAGE = 10;
export const FEEDBACK_PAGE_MAX = 50;
/** Webhooks of an account. */
export const WEBHOOKS_MAX = 10;
export const WEBHOOK_URL_MAX = 2000;
/** Browsers of an account that notifications are sent to; a further one replaces the oldest. */
export const PUSH_BROWSERS_MAX = 20;
/** Characters of the address of a browser at its push service. */
export const PUSH_ADDRESS_MAX = 1000;
/** Characters of the address of an issue, or of a form that creates one. */
export const ISSUE_URL_MAX = 2000;
/** Characters of an issue that the server makes, and of a tracker’s token. */
export const ISSUE_TITLE_MAX = 200;
export const ISSUE_TEXT_MAX = 20_000;
export const TRACKER_TOKEN_MAX = 300;
/** Characters of a comment that a webhook contains, and bytes of its whole body. */
export const WEBHOOK_EXCERPT_MAX = 500;
export const WEBHOOK_BODY_BYTES = 20 * 1024;
/** A receiver has to answer within this time; its answer is kept up to this size. */
export const WEBHOOK_ANSWER_SECONDS = 15;
export const WEBHOOK_ANSWER_BYTES = 1024;
/** A replaced secret goes on signing for this long. */
export const WEBHOOK_OLD_SECRET_HOURS = 24;
/** A webhook whose deliveries all failed for this long is switched off. */
export const WEBHOOK_FAILING_DAYS = 5;
/** Deliveries that are listed, and how long they are kept. */
export const WEBHOOK_DELIVERIES_LISTED = 100;
export const WEBHOOK_DELIVERY_DAYS = 30;
/** Events of one thread that reach Slack as one message. */
export const SLACK_BATCH_SECONDS = 60;
/** Bytes of the picture of a version's first page. */
export const SNAPSHOT_PICTURE_BYTES = 120 * 1024;
export const FEEDBACK_MAX = 5000;
export const REVIEW_REMINDER_HOURS = 24;
/** A browser that opened a reviewer's link remains that reviewer for at most this long. */
export const REVIEWER_DAYS = 90;

export const ASSISTANT_MESSAGE_MAX = 1000;
/** The counter of characters appears above this number. */
export const ASSISTANT_COUNTED_ABOVE = 900;
/** The prototype gets this long to draw before it is analyzed. */
export const ASSISTANT_START_WAIT_MS = 1500;
/** A message is sent again this often while the model is unavailable, after this pause. */
export const ASSISTANT_RETRIES = 3;
export const ASSISTANT_RETRY_MS = 2000;
/** The panel says that a model is slow after this time without a part of its answer. */
export const ASSISTANT_SLOW_MS = 10_000;
/** Delay before the embedded section opens its panel. */
export const ASSISTANT_OPEN_MS = 200;
/** Reset is offered after more attempts than this. */
export const ASSISTANT_TRIES_BEFORE_RESET = 2;
export const ASSISTANT_ITEMS_MAX = 5;
/** Bytes of the assistant's text; the rest is cut off. */
export const ASSISTANT_TEXT_BYTES = 8 * 1024;
export const ASSISTANT_FINDINGS_MAX = 100;
/** Tokens of a day on an installation, and of a month on the snapshots of one account, unless its operator sets others. */
export const ASSISTANT_TOKENS_PER_DAY = 2_000_000;
export const ASSISTANT_TOKENS_PER_OWNER_PER_MONTH = 1_000_000;
/** A conversation is deleted this long after its last message. */
export const ASSISTANT_DAYS = 90;
/** Outline and findings of a page. */
export const ASSISTANT_BODY_BYTES = 256 * 1024;
/** Messages of a conversation that the model and the panel get. */
export const ASSISTANT_HISTORY_MAX = 100;
/** A comment line this often keeps proxies from closing a stream. */
export const STREAM_COMMENT_SECONDS = 15;

export const EMAIL_LINK_HOURS = 24;
export const PASSWORD_RESET_MINUTES = 60;
/** A session younger than this is accepted instead of the password of an account that has none. */
export const FRESH_SESSION_MINUTES = 15;

export const ANALYTICS_BATCH = 10;
export const ANALYTICS_FLUSH_SECONDS = 5;
export const ANALYTICS_RETRIES = 3;
export const ANALYTICS_FIRST_RETRY_SECONDS = 1;
export const ANALYTICS_DATA_BYTES = 4096;
/** Characters kept of each text of an event. */
export const ANALYTICS_TEXT_MAX = 200;
/** An event up to this size counts once against the limits, a larger one several times. */
export const ANALYTICS_EVENT_BYTES = 1024;
/** The report of an error of the web app or the companion. */
export const ERROR_REPORT_BYTES = 8 * 1024;
/** Newest events kept from pages: about a gigabyte with their indexes. */
export const ANALYTICS_EVENTS_KEPT = 1_000_000;

/** Limits in the instructions for AI assistants. Larger prototypes can still be staged. */
export const PROMPT_FILE_BYTES = LARGE_FILE_BYTES;
export const PROMPT_TOTAL_BYTES = 20 * MB;

/** What a limit counts by. */
export type CountedBy =
  /** An IPv4 address or an IPv6 network (/64); calls with a session count by account as well. */
  | 'address'
  | 'account'
  /** All accounts that send from one address together. */
  | 'accounts of an address'
  | 'snapshot'
  | 'recipient'
  /** The whole server. */
  | 'installation'
  /** Narrower limits within the ones above. */
  | 'address of an account'
  | 'address of a snapshot'
  | 'person on a snapshot';

/** The most that one point costs, without what another limit counts. */
export interface Cost {
  rows?: number;
  bytes?: number;
  mails?: number;
  cpuMs?: number;
  /** Tokens of a language model. */
  tokens?: number;
}

export interface RateLimit {
  points: number;
  seconds: number;
  /** Requests with sessions from one address, all accounts together; `points` when absent. */
  addressPoints?: number | undefined;
}

/** Calls that need an account count per address as well, as those of so many accounts together. */
export const ACCOUNTS_PER_ADDRESS = 10;

/** A limit of the table, with what it counts by and what can be spent within it. */
export interface Budget extends RateLimit {
  per: CountedBy;
  /** The accounts that it counts; all when absent. */
  plan?: 'unverified' | 'free' | 'pro';
  /** A limit that counts the same of all accounts of an address. */
  cappedBy?: RateLimitName;
  cost: Cost;
}

/**
 * Limits against guessing and floods, per account, or per address without one. A call that needs no account
 * always counts per address, so that a session lifts no limit. Exceptions are noted. The server's
 * configuration may change each.
 */
export const RATE_LIMITS: Record<RateLimitName, Budget> = {
  login: {
    per: 'address',
    points: 60,
    seconds: 15 * 60,
    cost: { rows: 2, cpuMs: 100 },
  },
  /** Per email and address together, so the correct password still works from elsewhere. */
  loginFailures: {
    per: 'address of an account',
    points: 10,
    seconds: 15 * 60,
    cost: {},
  },
  register: {
    per: 'address',
    points: 10,
    seconds: 60 * 60,
    cost: { rows: 5, mails: 1, cpuMs: 120 },
  },
  /** Attempts, successful ones included: a whole office may open a link from one address. */
  gate: {
    per: 'address',
    points: 60,
    seconds: 10 * 60,
    cost: { cpuMs: 5 },
  },
  /** Per snapshot and address, far below the next, so a guesser locks out only their own address. */
  gateAddressFailures: {
    per: 'address of a snapshot',
    points: 10,
    seconds: 60 * 60,
    cost: {},
  },
  /**
   * Per snapshot and site, which is a /48 network of IPv6. Only its first failure counts, for the late attempts below;
   * the number is never reached.
   */
  gateSiteFailures: {
    per: 'address of a snapshot',
    points: 1000,
    seconds: 60 * 60,
    cost: {},
  },
  /** Per snapshot, all addresses together. */
  gateFailures: {
    per: 'snapshot',
    points: 60,
    seconds: 60 * 60,
    cost: {},
  },
  /**
   * Beyond that, one attempt per site that has not failed yet, because its user may know the password. A short time, so
   * that a flood from many sites locks the others out for minutes only.
   */
  gateLateFailures: {
    per: 'snapshot',
    points: 55,
    seconds: 450,
    cost: {},
  },
  /** Notifications about wrong passwords, per snapshot. */
  gateNotices: {
    per: 'snapshot',
    points: 1,
    seconds: 24 * 60 * 60,
    cost: { rows: 1, mails: 1, cpuMs: 5 },
  },
  stage: {
    per: 'account',
    points: 120,
    seconds: 60 * 60,
    cost: { rows: 20, cpuMs: 6000 },
  },
  bulkChange: {
    per: 'account',
    points: 300,
    seconds: 60 * 60,
    cost: { rows: 500, cpuMs: 100 },
  },
  upload: {
    per: 'account',
    points: 600,
    seconds: 60 * 60,
    cost: { cpuMs: 1200 },
  },
  /** Snapshots without an account. An upload that is refused does not count. */
  tryOut: {
    per: 'address',
    points: 5,
    seconds: 24 * 60 * 60,
    cost: { rows: 20, bytes: 20 * MB },
  },
  /** The same per site, a /48 network of IPv6. While little room is left, one snapshot takes the whole number. */
  tryOutOfSite: {
    per: 'address',
    points: 100,
    seconds: 24 * 60 * 60,
    cost: {},
  },
  /** Uploads without an account, refused ones included. */
  tryOutUpload: {
    per: 'address',
    points: 30,
    seconds: 60 * 60,
    cost: { cpuMs: 3500 },
  },
  /** Copies of the sample prototype, per address: many people of an office may try one. */
  trySample: {
    per: 'address',
    points: 30,
    seconds: 24 * 60 * 60,
    cost: { rows: 90, bytes: 190_000, cpuMs: 60 },
  },
  /** The same per site. While little room is left, one copy takes the whole number. */
  trySampleOfSite: {
    per: 'address',
    points: 300,
    seconds: 24 * 60 * 60,
    cost: {},
  },
  /** All addresses together. */
  trySampleTotal: {
    per: 'installation',
    points: 5_000,
    seconds: 24 * 60 * 60,
    cost: { rows: 90, bytes: 190_000, cpuMs: 60 },
  },
  /** Claim links are too long to guess; this limit keeps attempts cheap. */
  claim: {
    per: 'address',
    points: 60,
    seconds: 10 * 60,
    cost: { cpuMs: 5 },
  },
  /** Pictures of first pages. */
  picture: {
    per: 'account',
    points: 600,
    seconds: 60 * 60,
    cost: { rows: 1, cpuMs: 20 },
  },
  /** Kilobytes of new files of an account with an unverified address, on servers that send email. */
  newKilobytesUnverified: {
    per: 'account',
    plan: 'unverified',
    cappedBy: 'newKilobytesOfAddress',
    points: 100 * KB_PER_MB,
    seconds: 24 * 60 * 60,
    cost: { bytes: 1024, cpuMs: 0.04 },
  },
  /** The same of other accounts, by plan. Deleted files count: they use disk space until the sweep. */
  newKilobytesFree: {
    per: 'account',
    plan: 'free',
    cappedBy: 'newKilobytesOfAddress',
    points: 1024 * KB_PER_MB,
    seconds: 24 * 60 * 60,
    cost: { bytes: 1024, cpuMs: 0.04 },
  },
  newKilobytesPro: {
    per: 'account',
    plan: 'pro',
    points: 10 * 1024 * KB_PER_MB,
    seconds: 24 * 60 * 60,
    cost: { bytes: 1024, cpuMs: 0.04 },
  },
  /** The same of all accounts without Pro that send from one address, and of uploads without an account. */
  newKilobytesOfAddress: {
    per: 'accounts of an address',
    points: 2 * 1024 * KB_PER_MB,
    seconds: 24 * 60 * 60,
    cost: { bytes: 1024, cpuMs: 0.04 },
  },
  /** The same of all uploads without an account. */
  newKilobytesTryOut: {
    per: 'installation',
    points: 20 * 1024 * KB_PER_MB,
    seconds: 24 * 60 * 60,
    cost: { bytes: 1024, cpuMs: 0.04 },
  },
  /** Files of new versions, also those that are stored already: each is some rows, however small it is. */
  stagedFilesUnverified: {
    per: 'account',
    plan: 'unverified',
    points: 100_000,
    seconds: 24 * 60 * 60,
    cost: { rows: 3, cpuMs: 0.05 },
  },
  stagedFilesFree: {
    per: 'account',
    plan: 'free',
    points: 500_000,
    seconds: 24 * 60 * 60,
    cost: { rows: 3, cpuMs: 0.05 },
  },
  stagedFilesPro: {
    per: 'account',
    plan: 'pro',
    points: 5_000_000,
    seconds: 24 * 60 * 60,
    cost: { rows: 3, cpuMs: 0.05 },
  },
  /** The same of all uploads without an account. */
  stagedFilesTryOut: {
    per: 'installation',
    points: 2_000_000,
    seconds: 24 * 60 * 60,
    cost: { rows: 3, cpuMs: 0.05 },
  },
  /** Kilobytes of files that visitors attach to comments, deleted ones included. */
  visitorKilobytes: {
    per: 'address',
    points: 300 * KB_PER_MB,
    seconds: 24 * 60 * 60,
    cost: { bytes: 1024 },
  },
  /** The same on one snapshot, all visitors together. */
  visitorKilobytesOfSnapshot: {
    per: 'snapshot',
    points: 1024 * KB_PER_MB,
    seconds: 24 * 60 * 60,
    cost: { bytes: 1024 },
  },
  token: {
    per: 'account',
    points: 30,
    seconds: 60 * 60,
    cost: { rows: 2, cpuMs: 5 },
  },
  preview: {
    per: 'address',
    points: 600,
    addressPoints: 6000,
    seconds: 60 * 60,
    cost: { cpuMs: 10 },
  },
  /** Emails that a user requests, per account or address of the requester. */
  mail: {
    per: 'address',
    points: 20,
    seconds: 60 * 60,
    cost: { rows: 2, mails: 1, cpuMs: 10 },
  },
  /** Emails to one address from all requesters. */
  mailToAddress: {
    per: 'recipient',
    points: 5,
    seconds: 60 * 60,
    cost: { mails: 1 },
  },
  /** Links that confirm a visitor's reply address, per recipient. */
  replyAddress: {
    per: 'recipient',
    points: 3,
    seconds: 24 * 60 * 60,
    cost: { mails: 1 },
  },
  /** The same, per snapshot. */
  replyAddressOfSnapshot: {
    per: 'snapshot',
    points: 30,
    seconds: 24 * 60 * 60,
    cost: { rows: 1, mails: 1, cpuMs: 10 },
  },
  /** Emails about comments to one address without an account. */
  replyMail: {
    per: 'recipient',
    points: 30,
    seconds: 24 * 60 * 60,
    cost: { mails: 1 },
  },
  /** The same per snapshot, all recipients together. */
  replyMailOfSnapshot: {
    per: 'snapshot',
    points: 500,
    seconds: 24 * 60 * 60,
    cost: { rows: 1, mails: 1, cpuMs: 10 },
  },
  /** Checks of the current password, per account. */
  passwordCheck: {
    per: 'account',
    points: 10,
    seconds: 15 * 60,
    cost: { cpuMs: 100 },
  },
  review: {
    per: 'account',
    points: 50,
    seconds: 24 * 60 * 60,
    cost: { rows: 45, cpuMs: 100 },
  },
  /**
   * Reviewers without an account who never answered this owner, for each email with a link. A request, a reminder and a
   * cancellation are three emails.
   */
  strangersFree: {
    per: 'account',
    plan: 'free',
    points: 30,
    seconds: 24 * 60 * 60,
    cost: { mails: 3 },
  },
  strangersPro: {
    per: 'account',
    plan: 'pro',
    points: 200,
    seconds: 24 * 60 * 60,
    cost: { mails: 3 },
  },
  /** Review requests to one address from all requesters. */
  reviewToAddress: {
    per: 'recipient',
    points: 10,
    seconds: 24 * 60 * 60,
    cost: { mails: 1 },
  },
  /** Events reported by pages; larger ones count several times (`ANALYTICS_EVENT_BYTES`). */
  analytics: {
    per: 'address',
    points: 300,
    addressPoints: 3000,
    seconds: 60 * 60,
    cost: { rows: 1, bytes: ANALYTICS_EVENT_BYTES, cpuMs: 2 },
  },
  /** The same, all addresses together. */
  analyticsTotal: {
    per: 'installation',
    points: 100_000,
    seconds: 24 * 60 * 60,
    cost: { rows: 1, bytes: ANALYTICS_EVENT_BYTES, cpuMs: 2 },
  },
  /** New and changed comments. */
  comment: {
    per: 'address',
    points: 120,
    addressPoints: 1200,
    seconds: 10 * 60,
    cost: { rows: 30, bytes: 40_000, cpuMs: 500 },
  },
  /** Comments by visitors and by accounts with an unverified address, per snapshot and address. */
  visitorAddressComments: {
    per: 'address of a snapshot',
    points: 60,
    seconds: 60 * 60,
    cost: {},
  },
  /** The same, all addresses together. */
  visitorComments: {
    per: 'snapshot',
    points: 300,
    seconds: 60 * 60,
    cost: { rows: 30, bytes: 40_000, cpuMs: 30 },
  },
  /** Reactions added and taken back. */
  reaction: {
    per: 'address',
    points: 120,
    addressPoints: 1200,
    seconds: 10 * 60,
    cost: { rows: 2, cpuMs: 10 },
  },
  /** Reactions by visitors and by accounts with an unverified address, per snapshot and address. */
  visitorAddressReactions: {
    per: 'address of a snapshot',
    points: 60,
    seconds: 60 * 60,
    cost: {},
  },
  /** The same, all addresses together. */
  visitorReactions: {
    per: 'snapshot',
    points: 1000,
    seconds: 60 * 60,
    cost: { rows: 2, cpuMs: 10 },
  },
  /** Each loads all comments of a snapshot. */
  commentList: {
    per: 'address',
    points: 300,
    addressPoints: 3000,
    seconds: 10 * 60,
    cost: { cpuMs: 100 },
  },
  /** Page trees, each for many pins, asked for and then sent. Their bytes count as files of comments. */
  pageTree: {
    per: 'address',
    points: 60,
    addressPoints: 600,
    seconds: 10 * 60,
    cost: { rows: TREE_PINS_MAX + 1, cpuMs: 100 },
  },
  /** Reviewers' personal links are too long to guess; this limit keeps attempts cheap. */
  reviewLink: {
    per: 'address',
    points: 60,
    seconds: 10 * 60,
    cost: { cpuMs: 5 },
  },
  presence: {
    per: 'address',
    points: 400,
    addressPoints: 4000,
    seconds: 10 * 60,
    cost: { rows: 1, cpuMs: 3 },
  },
  /** A coding agent that waits sends one every 25 seconds; a client that returns at once sends more. */
  agentWait: {
    per: 'account',
    points: 600,
    seconds: 10 * 60,
    cost: { rows: 1, cpuMs: 5 },
  },
  /** Threads sent to agents, taken, proposed for and marked as staged. */
  agentWork: {
    per: 'account',
    points: 300,
    seconds: 10 * 60,
    cost: { rows: 2, cpuMs: 15 },
  },
  /** Coding agents that register themselves to be allowed over OAuth. */
  agentClient: {
    per: 'address',
    points: 30,
    seconds: 60 * 60,
    cost: { rows: 1, cpuMs: 5 },
  },
  /** Codes and refresh tokens that agents exchange; those of a cloud share an address. */
  agentToken: {
    per: 'address',
    points: 600,
    seconds: 15 * 60,
    cost: { rows: 3, cpuMs: 5 },
  },
  /** Versions as zips, and their lists of renamed files: the largest version has 100 MB to compress. */
  download: {
    per: 'account',
    points: 60,
    seconds: 60 * 60,
    cost: { cpuMs: 4000 },
  },
  /** Each reads a snapshot's comments and their images. */
  export: {
    per: 'address',
    points: 60,
    addressPoints: 600,
    seconds: 60 * 60,
    cost: { cpuMs: 500 },
  },
  /** Requests to the assistant, per account or address. */
  assistant: {
    per: 'address',
    points: 120,
    addressPoints: 1200,
    seconds: 60 * 60,
    cost: { rows: 2, cpuMs: 30, tokens: 12_000 },
  },
  /** Analyses of one person, per snapshot. */
  assistantStart: {
    per: 'person on a snapshot',
    points: 5,
    seconds: 60 * 60,
    cost: {},
  },
  /** Messages of one person, per snapshot. */
  assistantMessage: {
    per: 'person on a snapshot',
    points: 20,
    seconds: 60 * 60,
    cost: {},
  },
  /** Analyses and messages of all people, per snapshot. */
  assistantSnapshot: {
    per: 'snapshot',
    points: 60,
    seconds: 60 * 60,
    cost: { rows: 2, cpuMs: 30, tokens: 12_000 },
  },
  /** Those of them by people who are neither the owner nor a reviewer, so that some remain for these. */
  assistantVisitors: {
    per: 'snapshot',
    points: 10,
    seconds: 60 * 60,
    cost: {},
  },
  /** The same per address, all snapshots together. */
  assistantVisitorAddress: {
    per: 'address',
    points: 10,
    seconds: 60 * 60,
    cost: {},
  },
  /** Files that are rewritten in path mode or searched for client routing, where the result is not cached. */
  rewrite: {
    per: 'address',
    points: 600,
    seconds: 10 * 60,
    cost: { cpuMs: 300 },
  },
  /** Messages of coding agents. The calls of their tools count separately as well. */
  mcp: {
    per: 'account',
    points: 1200,
    seconds: 10 * 60,
    cost: { cpuMs: 20 },
  },
  /** Calls that ask the payment provider. */
  billing: {
    per: 'account',
    points: 60,
    seconds: 60 * 60,
    cost: { rows: 1, cpuMs: 20 },
  },
  /** Webhooks that are created, get another secret, or send a delivery again. */
  webhook: {
    per: 'account',
    points: 60,
    seconds: 60 * 60,
    cost: { rows: 2, cpuMs: 30 },
  },
  /** Requests to GitHub and Linear: issues that are made, tokens that are checked. */
  issue: {
    per: 'account',
    points: 120,
    seconds: 60 * 60,
    cost: { rows: 1, cpuMs: 20 },
  },
  /** Made-up events sent to a webhook. */
  webhookTest: {
    per: 'account',
    points: 5,
    seconds: 60,
    cost: { rows: 2, cpuMs: 30 },
  },
  /** Webhooks of the payment provider whose signature does not fit. */
  webhookFailures: {
    per: 'address',
    points: 60,
    seconds: 60 * 60,
    cost: {},
  },
  /** Events of the payment provider, which come from a few addresses; others get no further than the signature. */
  stripeEvent: {
    per: 'address',
    points: 6000,
    seconds: 10 * 60,
    cost: { cpuMs: 2 },
  },
  /** Errors that the web app and the companion report. */
  errorReport: {
    per: 'address',
    points: 30,
    addressPoints: 300,
    seconds: 60 * 60,
    cost: { cpuMs: 2 },
  },
  /** The same of all visitors, who can invent errors. */
  visitorErrorsTotal: {
    per: 'installation',
    points: 2000,
    seconds: 24 * 60 * 60,
    cost: { bytes: 8 * 1024, cpuMs: 2 },
  },
  /** The same of all accounts. */
  accountErrorsTotal: {
    per: 'installation',
    points: 10_000,
    seconds: 24 * 60 * 60,
    cost: { bytes: 8 * 1024, cpuMs: 2 },
  },
  /** Calls that read and have no limit of their own. */
  read: {
    per: 'address',
    points: 3000,
    addressPoints: 30_000,
    seconds: 10 * 60,
    cost: { cpuMs: 15 },
  },
  /** Calls that change data and have no limit of their own: renames, projects, follows, settings. */
  change: {
    per: 'address',
    points: 300,
    addressPoints: 3000,
    seconds: 10 * 60,
    cost: { rows: 2, cpuMs: 15 },
  },
  /** Threads of a snapshot that a person marks as read, many at once. */
  readThreads: {
    per: 'account',
    points: 600,
    seconds: 60 * 60,
    cost: { rows: 50, cpuMs: 10 },
  },
  /** Snapshots opened in the viewer. Each counts as a page view within the next two limits. */
  view: {
    per: 'address',
    points: 1200,
    addressPoints: 12_000,
    seconds: 10 * 60,
    cost: { rows: 2, cpuMs: 30 },
  },
  /** Page views that count; beyond them a page is served and not counted. */
  pageView: {
    per: 'address of a snapshot',
    points: 60,
    seconds: 60 * 60,
    cost: {},
  },
  /** The same, all addresses together. */
  pageViewsOfSnapshot: {
    per: 'snapshot',
    points: 20_000,
    seconds: 60 * 60,
    cost: { rows: 1, bytes: 250, cpuMs: 5 },
  },
  /** Reports of a tutorial, each an entry of the activity feed. */
  tutorial: {
    per: 'account',
    points: 60,
    seconds: 24 * 60 * 60,
    cost: { rows: 1, cpuMs: 3 },
  },
};
