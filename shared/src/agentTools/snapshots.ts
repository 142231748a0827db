import * as z from 'zod';
import { NAME_MAX } from '../contracts/limits.ts';
import { EXPIRY_FILTERS, getSnapshot, listSnapshots } from '../contracts/snapshots.ts';
import { READS, tool } from './tool.ts';

const PAGE = 20;
const PAGE_MAX = 50;

const SnapshotBrief = z.object({
  id: z.string(),
  name: z.string(),
  url: z.url(),
  version: z.int().describe('The version the link shows, counted from 1.'),
  isProtected: z.boolean().describe('Visitors need a password; snapshot_link returns it.'),
  commentCount: z.int(),
  viewCount: z.int(),
  review: z.enum(['none', 'pending', 'completed', 'overdue']),
  lastModifiedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});

const listSnapshotsTool = tool({
  name: 'list_snapshots',
  title: 'List snapshots',
  description:
    'Lists the person’s snapshots (staged prototypes), newest first, with link, version and number of comments.',
  input: z.strictObject({
    search: z.string().trim().max(NAME_MAX).default('').describe('Only those whose name contains this.'),
    status: z.enum(EXPIRY_FILTERS).default('active'),
    cursor: z.string().max(1000).optional().describe('`next` of the page before.'),
    limit: z.int().min(1).max(PAGE_MAX).default(PAGE),
  }),
  output: z.object({
    snapshots: z.array(SnapshotBrief),
    matching: z.int().describe('How many match, on all pages together.'),
    next: z.string().nullable().describe('Pass as `cursor` for the next page; null at the end.'),
  }),
  hints: READS,
  scopes: ['snapshots:read'],
  async run({ call }, question) {
    const { snapshots, matching, nextCursor } = await call(listSnapshots, question);
    const briefs = snapshots.map((snapshot) => ({
      id: snapshot.id,
      name: snapshot.name,
      url: snapshot.url,
      version: snapshot.version,
      isProtected: !snapshot.public,
      commentCount: snapshot.commentCount,
      viewCount: snapshot.viewCount,
      review: snapshot.review.status ?? ('none' as const),
      lastModifiedAt: snapshot.lastModifiedAt,
      expiresAt: snapshot.expiresAt,
    }));
    return { data: { snapshots: briefs, matching, next: nextCursor } };
  },
});

const snapshotLinkTool = tool({
  name: 'snapshot_link',
  title: 'Get a snapshot’s link and password',
  description:
    'Returns a snapshot’s link and the password visitors need, which only the person you work for may get.',
  input: z.strictObject({ snapshot: z.string().max(2000).describe('The snapshot’s id or its link.') }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    url: z.url(),
    password: z.string().nullable().describe('Null when everyone with the link can open it.'),
    version: z.int(),
    expiresAt: z.iso.datetime(),
  }),
  hints: READS,
  scopes: ['snapshots:read'],
  async run({ call, snapshotId }, { snapshot: given }) {
    const { snapshot } = await call(getSnapshot, { id: snapshotId(given) });
    const { id, name, url, password, version, expiresAt } = snapshot;
    return { data: { id, name, url, password, version, expiresAt } };
  },
});

/** Tools that find staged snapshots. */
export const snapshotTools = [listSnapshotsTool, snapshotLinkTool];
