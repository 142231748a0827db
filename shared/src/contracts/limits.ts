import type { RateLimitName } from './endpoint.ts';

/** Every number of the specification and of the protocol, named once. Sizes are bytes, times as named. */

const MB = 1024 * 1024;
const GB = 1024 * MB;

export interface PlanLimits {
  /** Snapshots that have not expired; null means no limit. */
  activeSnapshots: number | null;
  snapshotBytes: number;
  maxExpiryDays: number;
  defaultExpiryDays: number;
  /** Files of all snapshots and unfinished uploads of an account together, each stored once. */
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

/** Stored files of an account that has not verified its address, where the server can send the link for that. */
export const UNVERIFIED_STORED_BYTES = 40 * MB;

export const FILES_PER_SNAPSHOT = 10_000;
/** A file above this is worth a warning, never a refusal. */
export const LARGE_FILE_BYTES = 5 * MB;
/** Versions of a snapshot; an owner may choose to keep fewer, the newest. */
export const VERSIONS_PER_SNAPSHOT = 500;
export const KEPT_VERSIONS_MIN = 5;
export const PATH_BYTES = 1024;
export const PATH_DEPTH = 64;
export const PATH_SEGMENT_BYTES = 255;
/** Folders in the address of a client-side route; a deeper address that names no file does not exist. */
export const ROUTE_DEPTH = 16;

export const JSON_BODY_BYTES = 1 * MB;
/** The offer lists every file, so it may be larger than other JSON: 10,000 files of 1 kB paths would not fit, real ones do. */
export const MANIFEST_BODY_BYTES = 4 * MB;

/** A message of a coding agent, with the files it stages. */
export const MCP_BODY_BYTES = 8 * MB;

export const SESSION_DAYS = 7;
export const TOKEN_DEFAULT_DAYS = 90;
export const TOKEN_MAX_DAYS = 365;
export const EXTEND_DAYS = 7;
/** Extension is offered in the table at this many days left or fewer. */
export const EXTEND_OFFERED_DAYS = 7;

export const TICKET_SECONDS = 60;
export const SOCKET_TICKET_SECONDS = 30;
/** How long a program has to exchange the code that signs it in. */
export const CODE_SECONDS = 60;
/** How long a preview's grant lasts before the viewer asks for another. */
export const GRANT_HOURS = 12;
export const GATE_DAYS = 7;
/** An upload that has not been finalized after this is swept. */
export const UPLOAD_HOURS = 24;
/** The same for an upload of one request, which has ended long before unless it was killed. */
export const SINGLE_UPLOAD_HOURS = 1;
/** An unfinished upload older than this makes room for a new one when there are too many. */
export const UPLOAD_REPLACED_SECONDS = 60;
/** How many times larger than what was sent an archive may unpack to. Real sites are far below. */
export const ARCHIVE_RATIO = 100;

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
export const NAME_MAX = 120;
export const EMAIL_MAX = 254;
export const DESCRIPTION_MAX = 2000;
/** As far as an integer column counts. */
export const VERSION_MAX = 2_147_483_647;
/** Characters of a moment as it is written, to the billionth of a second. */
export const MOMENT_MAX = 30;
export const TAGS_MAX = 20;
export const TAG_MAX = 40;

/** Larger files are not compared line by line. */
export const COMPARED_BYTES = 1 * MB;

export const RECONNECT_SECONDS = 5;
export const RECONNECT_ATTEMPTS = 5;
/** After those attempts the wait doubles up to this. */
export const RECONNECT_MAX_SECONDS = 30;
export const INITIAL_DATA_SECONDS = 2;
export const PING_SECONDS = 25;
/** A client that has received nothing for two pings, and some seconds on the way, takes the connection for dead. */
export const SILENCE_SECONDS = 2 * PING_SECONDS + 5;

export const LIST_PAGE = 50;
/** Names of files with each snapshot of a list. */
export const LISTED_FILES = 100;
/** Rows that one call may change together. */
export const BULK_MAX = 500;
/** Snapshots that one bulk change may name; all that a filter matches may be more. */
export const BULK_CHANGE_MAX = 10_000;
/** How long a bulk change can be looked up and undone. */
export const BULK_CHANGE_HOURS = 24;

/** The palette of projects; the first is the default. */
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
/** Stands for “in no project” where a project's id is asked for. */
export const NO_PROJECT = '__no_project__';
export const PROJECTS_MAX = 500;

/** More than 0 and up to this many days left. */
export const EXPIRING_SOON_DAYS = 3;
export const WIDGET_ITEMS = 5;
export const WIDGET_REVIEW_LINKS = 3;
/** A badge shows this many, and one more as “99+”. */
export const BADGE_MAX = 99;

/** An expired snapshot can be brought back by extending it for this long; then it is swept, blobs too. */
export const RETENTION_DAYS = 30;
/** How long before the end the owner is told. */
export const EXPIRY_WARNING_HOURS = 48;

export const REVIEWERS_MAX = 20;
export const NOTES_MAX = 2000;

export const COMMENT_MAX = 5000;
export const COMMENTS_PER_SNAPSHOT = 5000;
export const THREADS_PAGE = 20;
export const THREADS_PAGE_MAX = 50;
export const ATTACHMENT_BYTES = 10 * MB;
export const ATTACHMENTS_MAX = 10;
/** Of all comments of a snapshot together, so that visitors cannot fill the storage. */
export const ATTACHMENTS_BYTES = 1024 * MB;
/** Of visitors' comments among them, so that visitors leave room for the owner. */
export const VISITOR_ATTACHMENTS_BYTES = 256 * MB;
/** Texts and pins of all comments of a snapshot together: every viewer reads them. */
export const COMMENT_BYTES = 16 * MB;
export const VISITOR_COMMENT_BYTES = 8 * MB;
export const ANONYMOUS_ID_MAX = 100;
/** How long the viewer marks what a comment is about. */
export const HIGHLIGHT_SECONDS = 2;
export const COMMENT_BOX_MAX_PX = 200;
/** Who looks at a snapshot says so this often, and is gone when they have not for twice as long. */
export const PRESENCE_SECONDS = 15;
export const FEEDBACK_MAX = 5000;
export const REVIEW_REMINDER_HOURS = 24;
/** How long a browser that opened a reviewer's link stays that reviewer, if the review lasts as long. */
export const REVIEWER_DAYS = 90;

export const EMAIL_LINK_HOURS = 24;
export const PASSWORD_RESET_MINUTES = 60;
/** A session younger than this stands in for the password of an account that has none. */
export const FRESH_SESSION_MINUTES = 15;

export const ANALYTICS_BATCH = 10;
export const ANALYTICS_FLUSH_SECONDS = 5;
export const ANALYTICS_RETRIES = 3;
export const ANALYTICS_FIRST_RETRY_SECONDS = 1;
export const ANALYTICS_DATA_BYTES = 4096;
/** Characters kept of each text of an event. */
export const ANALYTICS_TEXT_MAX = 200;
/** An event up to this size counts as one against the limits, a larger one as several. */
export const ANALYTICS_EVENT_BYTES = 1024;
/** Events reported by pages that are kept, the newest: about a gigabyte with their indexes. */
export const ANALYTICS_EVENTS_KEPT = 1_000_000;

/** What an AI assistant is told to stay under. A prototype above it is still staged. */
export const PROMPT_FILE_BYTES = LARGE_FILE_BYTES;
export const PROMPT_TOTAL_BYTES = 20 * MB;

export interface RateLimit {
  points: number;
  seconds: number;
  /** Calls with sessions from one address, all accounts together; `points` when left out. */
  addressPoints?: number | undefined;
}

/**
 * Guards against guessing and floods. A call is counted by account, or by address without one; a call that needs no
 * account is counted by address in any case, so that a session lifts no limit. Exceptions are noted. The server's
 * configuration may change each.
 */
export const RATE_LIMITS: Record<RateLimitName, RateLimit> = {
  login: { points: 60, seconds: 15 * 60 },
  /** Per email and address together, so that the right password still works from elsewhere. */
  loginFailures: { points: 10, seconds: 15 * 60 },
  register: { points: 10, seconds: 60 * 60 },
  /** Tries, right ones too: a whole office may open a link from one address. */
  gate: { points: 60, seconds: 10 * 60 },
  /** Per snapshot and address, far below the next: one stranger who guesses locks out nobody else. */
  gateAddressFailures: { points: 10, seconds: 60 * 60 },
  /** Per snapshot, all addresses together. */
  gateFailures: { points: 60, seconds: 60 * 60 },
  /** Beyond that, one try of each address that has not failed yet: it may know the password. */
  gateLateFailures: { points: 440, seconds: 60 * 60 },
  /** Notifications about wrong passwords, per snapshot. */
  gateNotices: { points: 1, seconds: 24 * 60 * 60 },
  stage: { points: 120, seconds: 60 * 60 },
  bulkChange: { points: 300, seconds: 60 * 60 },
  upload: { points: 600, seconds: 60 * 60 },
  /** Kilobytes of new files of an account: what is deleted stays on the disk until the sweep. */
  newKilobytes: { points: 10 * 1024 * 1024, seconds: 24 * 60 * 60 },
  token: { points: 30, seconds: 60 * 60 },
  preview: { points: 600, addressPoints: 6000, seconds: 60 * 60 },
  /** Mails that a person asks for, per account or address they ask from. */
  mail: { points: 20, seconds: 60 * 60 },
  /** Mails to one address, whoever asks. */
  mailToAddress: { points: 5, seconds: 60 * 60 },
  /** Links that confirm where a visitor wants replies, by the address they are emailed to. */
  replyAddress: { points: 3, seconds: 24 * 60 * 60 },
  /** The same, entered on one snapshot. */
  replyAddressOfSnapshot: { points: 30, seconds: 24 * 60 * 60 },
  /** Mails about comments to one address without an account. */
  replyMail: { points: 30, seconds: 24 * 60 * 60 },
  /** The same, about one snapshot, to all addresses. */
  replyMailOfSnapshot: { points: 500, seconds: 24 * 60 * 60 },
  /** Asking for the current password again, per account. */
  passwordCheck: { points: 10, seconds: 15 * 60 },
  /** Review requests send mail to strangers. */
  review: { points: 50, seconds: 24 * 60 * 60 },
  /** Requests that name one address, whoever asks. */
  reviewToAddress: { points: 10, seconds: 24 * 60 * 60 },
  /** Events reported by pages, larger ones counted as several (`ANALYTICS_EVENT_BYTES`). */
  analytics: { points: 300, addressPoints: 3000, seconds: 60 * 60 },
  /** The same, of all addresses together. */
  analyticsTotal: { points: 100_000, seconds: 24 * 60 * 60 },
  /** Posts and changes of comments. */
  comment: { points: 120, addressPoints: 1200, seconds: 10 * 60 },
  /** Comments of visitors, and of accounts without a verified address, on one snapshot, from one address. */
  visitorAddressComments: { points: 60, seconds: 60 * 60 },
  /** The same, all addresses together. */
  visitorComments: { points: 300, seconds: 60 * 60 },
  /** Each reads all comments of a snapshot. */
  commentList: { points: 300, addressPoints: 3000, seconds: 10 * 60 },
  /** Personal links of reviewers are too long to guess; this keeps the tries cheap. */
  reviewLink: { points: 60, seconds: 10 * 60 },
  presence: { points: 400, addressPoints: 4000, seconds: 10 * 60 },
  /** Each reads a whole snapshot's comments and their pictures. */
  export: { points: 60, addressPoints: 600, seconds: 60 * 60 },
  /** Pages and style sheets that path mode rewrites because their result is not cached, per address. */
  rewrite: { points: 600, seconds: 10 * 60 },
  /** Messages of coding agents; what their tools do counts by itself as well. */
  mcp: { points: 1200, seconds: 10 * 60 },
};
