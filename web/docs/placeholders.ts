import { ATTACHMENT_TYPES } from '@stagelink/shared/contracts/attachments';
import * as limits from '@stagelink/shared/contracts/limits';
import { bytes } from '@stagelink/shared/domain/format';

const { free, pro } = limits.PLAN_LIMITS;
const dollars = (cents: number) => `$${cents / 100}`;

/** Numbers of the product that the documentation names. */
const VALUES: Record<string, string | number> = {
  projectColors: limits.PROJECT_COLORS.length,
  tags: limits.TAGS_MAX,
  files: limits.FILES_PER_SNAPSHOT.toLocaleString('en'),
  largeFile: bytes(limits.LARGE_FILE_BYTES),
  expiringSoonDays: limits.EXPIRING_SOON_DAYS,
  expiryWarningHours: limits.EXPIRY_WARNING_HOURS,
  extendDays: limits.EXTEND_DAYS,
  extendOfferedDays: limits.EXTEND_OFFERED_DAYS,
  retentionDays: limits.RETENTION_DAYS,
  freeSnapshots: free.activeSnapshots,
  freeSize: bytes(free.snapshotBytes),
  freeDays: free.maxExpiryDays,
  proSize: bytes(pro.snapshotBytes),
  proDays: pro.maxExpiryDays,
  monthlyPrice: dollars(limits.PRO_CENTS.monthly),
  annualPrice: dollars(limits.PRO_CENTS.annual),
  unclaimedHours: limits.UNCLAIMED_HOURS,
  trialDays: limits.TRIAL_DAYS,
  commentCharacters: limits.COMMENT_MAX.toLocaleString('en'),
  attachments: limits.ATTACHMENTS_MAX,
  attachmentSize: bytes(limits.ATTACHMENT_BYTES),
  attachmentTypes: Object.keys(ATTACHMENT_TYPES)
    .map((type) => type.toUpperCase())
    .join(', '),
  reviewers: limits.REVIEWERS_MAX,
  reminderHours: limits.REVIEW_REMINDER_HOURS,
  strangersFree: limits.RATE_LIMITS.strangersFree.points,
  strangersPro: limits.RATE_LIMITS.strangersPro.points,
};

/** Replaces `{{name}}` by the product's number of that name; throws for an unknown one. */
export function fillIn(markdown: string): string {
  return markdown.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    const value = VALUES[name];
    if (value === undefined) throw new Error(`The documentation names an unknown number: {{${name}}}`);
    return String(value);
  });
}
