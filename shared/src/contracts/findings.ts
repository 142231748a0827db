import * as z from 'zod/mini';
import { FINDING_RULES, SEVERITIES, severityOf } from '../domain/findingRules.ts';
import { Locator } from '../locator/locator.ts';
import { storableText } from '../locator/storableText.ts';
import {
  EVIDENCE_HTML_MAX,
  EVIDENCE_NAME_MAX,
  EVIDENCE_TEXT_MAX,
  FINDINGS_MAX,
} from '../preview/auditLimits.ts';
import { ROUTE_MAX } from '../preview/handshake.ts';
import { AnonymousId, AuthorName, Comment } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { SnapshotId, VersionInPath, VersionNumber } from './snapshots.ts';

/** Bytes of a finding's evidence as JSON. */
export const EVIDENCE_BYTES = 2000;

const FindingRule = z.enum(FINDING_RULES);
export const Severity = z.enum(SEVERITIES);

const count = z.int().check(z.gte(0), z.lte(1e6));

const bytesOf = (value: unknown) => encodeURIComponent(JSON.stringify(value)).replaceAll(/%../g, '-').length;

/** What was measured. It comes from an untrusted page and is shown as text only. */
export const Evidence = z
  .strictObject({
    /** Such as “3.1 : 1, needs 4.5 : 1”. */
    text: storableText(EVIDENCE_TEXT_MAX),
    /** Name of the element for people, such as “Save, button”. */
    name: storableText(EVIDENCE_NAME_MAX),
    /** Start of the element's HTML. */
    html: storableText(EVIDENCE_HTML_MAX),
    /** Width of the page in CSS pixels at which it was measured. */
    width: count.check(z.gte(1)),
    /** Elements of the page that the rule found. */
    count,
  })
  .check(z.refine((evidence) => bytesOf(evidence) <= EVIDENCE_BYTES, 'The evidence is too long'));
export type Evidence = z.infer<typeof Evidence>;

/** A finding as the preview agent measured it. */
export const MeasuredFinding = z
  .strictObject({
    rule: FindingRule,
    severity: Severity,
    /** Null for the page as a whole. */
    locator: z.nullable(Locator),
    evidence: Evidence,
  })
  .check(
    z.refine(
      ({ rule, severity }) => severity === 'look' || severity === severityOf(rule),
      'This rule has another severity',
    ),
  );
export type MeasuredFinding = z.infer<typeof MeasuredFinding>;

/** What an audit cannot measure: numbers of elements, and whether time ran out. */
export const Unseen = z.strictObject({
  frames: count,
  canvases: count,
  shadows: count,
  isCut: z.boolean(),
});
export type Unseen = z.infer<typeof Unseen>;

/** Path and query of a page of the prototype, and its hash if that is a client-side route. */
const Page = storableText(ROUTE_MAX).check(z.startsWith('/'));

export const DISMISSAL_REASONS = ['not_a_problem', 'accepted', 'wrong'] as const;
export const DismissalReason = z.enum(DISMISSAL_REASONS);
export type DismissalReason = z.infer<typeof DismissalReason>;

export const FINDING_STATES = ['open', 'dismissed', 'fixed'] as const;

export const Finding = z.object({
  id: z.uuid(),
  version: z.int(),
  page: z.string(),
  rule: FindingRule,
  severity: Severity,
  locator: z.nullable(Locator),
  evidence: Evidence,
  /** The same for the same rule and element on every version. */
  fingerprint: z.string(),
  /** `fixed`: open on the version compared with, and gone on this one. */
  state: z.enum(FINDING_STATES),
  reason: z.nullable(DismissalReason),
  /** Name of who dismissed it. */
  byName: z.nullable(z.string()),
  /** Epoch milliseconds of when the state was set. */
  at: z.int(),
  /** First version it was found on. */
  since: z.int(),
  /** Thread that was made of it. */
  commentId: z.nullable(z.uuid()),
});
export type Finding = z.infer<typeof Finding>;

/** An audit of one page of a version. */
export const Audit = z.object({
  page: z.string(),
  at: z.int(),
  widths: z.array(z.int()),
  unseen: Unseen,
  /** Newest earlier version on which the page was audited; null for the first audit. */
  comparedWith: z.nullable(z.int()),
});
export type Audit = z.infer<typeof Audit>;

const VersionFindings = z.object({
  version: z.int(),
  audits: z.array(Audit),
  findings: z.array(Finding),
  /** Whether the caller may dismiss findings, and whether their audits are stored. */
  canDismiss: z.boolean(),
});
export type VersionFindings = z.infer<typeof VersionFindings>;

export const listFindings = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/findings',
  summary: 'List what audits of a version found, most harmful first: faults, hints, and what to look at.',
  auth: 'public',
  tokenScope: 'comments:read',
  input: z.strictObject({
    id: SnapshotId,
    /** The published version when absent. */
    version: z.optional(VersionInPath),
  }),
  reply: VersionFindings,
});

export const putFindings = endpoint({
  method: 'PUT',
  path: '/api/snapshots/:id/findings',
  summary:
    'Store what an audit of one page found. It replaces the open findings of that page; dismissals stay. Only the owner and reviewers can store findings.',
  auth: 'public',
  tokenScope: 'comments:write',
  rateLimit: 'comment',
  input: z.strictObject({
    id: SnapshotId,
    version: VersionNumber,
    page: Page,
    widths: z.array(count.check(z.gte(1))).check(z.minLength(1), z.maxLength(2)),
    unseen: Unseen,
    findings: z.array(MeasuredFinding).check(z.maxLength(FINDINGS_MAX)),
  }),
  reply: VersionFindings,
});

export const updateFinding = endpoint({
  method: 'PATCH',
  path: '/api/snapshots/:id/findings/:findingId',
  summary: 'Dismiss a finding with a reason, or open it again. The dismissal stays on later versions.',
  auth: 'public',
  tokenScope: 'comments:write',
  rateLimit: 'comment',
  input: z.strictObject({
    id: SnapshotId,
    findingId: z.uuid(),
    state: z.enum(['open', 'dismissed']),
    /** Needed for a dismissal. */
    reason: z.optional(DismissalReason),
  }),
  reply: z.object({ finding: Finding }),
});

export const commentOnFinding = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/findings/:findingId/comment',
  summary:
    'Make a thread of a finding, pinned to its element, with its evidence. Each finding has one thread at most.',
  auth: 'public',
  tokenScope: 'comments:write',
  rateLimit: 'comment',
  status: 201,
  input: z.strictObject({
    id: SnapshotId,
    findingId: z.uuid(),
    /** As in `postComment`. */
    authorName: z.optional(AuthorName),
    anonymousUserId: z.optional(AnonymousId),
  }),
  reply: z.object({ comment: Comment }),
});
