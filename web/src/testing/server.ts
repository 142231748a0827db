import type { User } from '@stagelink/shared/contracts/accounts';
import type { ErrorCode } from '@stagelink/shared/contracts/errors';
import type { Reply } from '@stagelink/shared/contracts/endpoint';
import type { getSummary, Snapshot } from '@stagelink/shared/contracts/snapshots';
import { PLAN_LIMITS, PROJECT_COLORS } from '@stagelink/shared/contracts/limits';
import type { OnboardingState } from '@stagelink/shared/contracts/onboarding';
import type { Project } from '@stagelink/shared/contracts/projects';
import { afterEach, beforeEach, vi } from 'vitest';
import { queryClient } from '../lib/queryClient.ts';

export interface Sent {
  path: string;
  query: URLSearchParams;
  /** The parsed JSON body, the fields of a form, or null. */
  body: unknown;
}

type Answer = { status: number; body: unknown };
type Handler = (sent: Sent) => Answer | Promise<Answer>;

export const good = (body: unknown, status = 200): Answer => ({ status, body });
export const refusal = (status: number, code: ErrorCode, message: string, field?: string): Answer => ({
  status,
  body: { ok: false, code, message, ...(field ? { field } : {}) },
});

/** Replies every page needs and other tests cover. */
const AROUND: Record<string, Handler> = {
  'GET /api/onboarding/should-show-welcome': () => good({ success: true, data: { shouldShow: false } }),
  'GET /api/onboarding': () => good({ success: true, data: onboarding() }),
  'GET /api/snapshots/summary': () => good(summary()),
  'GET /api/notifications': () => good({ notifications: [], unread: 0, nextCursor: null }),
  'GET /api/extensions/version': () => good({ version: null }),
  'POST /analytics/track/batch': () => good({ ok: true }),
  'GET /api/projects': () => good({ projects: [], withoutProject: 0 }),
};

function bodyOf(body: RequestInit['body']): unknown {
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === 'string' ? JSON.parse(body) : null;
}

/** A fake server: replies by method and path, and records requests. Any other request fails the test. */
export function serve(own: Record<string, Handler>): Record<string, Sent[]> {
  const handlers = { ...AROUND, ...own };
  const requests: Record<string, Sent[]> = {};
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const name = `${method} ${pathname}`;
    const handle = handlers[name];
    if (!handle) throw new Error(`This test has no reply for ${name}`);
    const sent: Sent = {
      path: pathname,
      query: searchParams,
      body: bodyOf(body),
    };
    (requests[name] ??= []).push(sent);
    const answer = await handle(sent);
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
  return requests;
}

/** A live channel without messages. */
class SilentSocket extends EventTarget {
  close(): void {}
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
});

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

export const ada: User = {
  uid: '01938c3e-0000-7000-8000-000000000001',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  role: 'user',
  plan: 'free',
  limits: PLAN_LIMITS.free,
  subscriptionStatus: 'none',
  subscription: { status: 'none', trialEnd: null },
  subscriptionDisplay: 'Free',
  trialEndsAt: null,
  nextBillingDate: null,
  nextBillingAmount: 0,
  willCancelAt: null,
  hasHadTrial: false,
  canAccessPro: false,
  emailVerified: true,
  hasPassword: true,
  createdAt: '2026-11-01T09:00:00.000Z',
};

const DAY = 86_400_000;
let made = 0;

/** A valid snapshot; `daysLeft` counts from now. */
export function snapshot({
  daysLeft = 20,
  ...more
}: Partial<Snapshot> & { daysLeft?: number } = {}): Snapshot {
  made += 1;
  const id = more.id ?? `snapshot${String(made).padStart(8, '0')}`;
  const now = new Date();
  return {
    id,
    name: `Snapshot ${made}`,
    description: '',
    clientName: '',
    milestone: '',
    versionLabel: '',
    tags: [],
    projectId: null,
    ownerUid: ada.uid,
    public: false,
    password: 'maple-otter-42',
    url: `http://localhost:4600/s/${id}`,
    version: 1,
    picture: null,
    totalBytes: 1024,
    fileCount: 3,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    lastModifiedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + daysLeft * DAY).toISOString(),
    viewCount: 0,
    uniqueViewers: 0,
    commentCount: 0,
    unreadThreads: 0,
    commentPolicy: 'open',
    review: {
      isRequested: false,
      status: null,
      checkedOffCount: 0,
      changesRequestedCount: 0,
      totalReviewers: 0,
    },
    analytics: { recentViewers: [] },
    following: null,
    ...more,
  };
}

export const listOf = (...snapshots: Snapshot[]) =>
  good({ snapshots, nextCursor: null, matching: snapshots.length, total: snapshots.length });

/** State of an account that has been welcomed. */
export const onboarding = (more: Partial<OnboardingState> = {}): OnboardingState => ({
  hasSeenWelcome: true,
  skippedWelcome: false,
  completedTutorials: [],
  checklist: { done: [], isClosed: true },
  sampleUrl: null,
  ...more,
});

/** The dashboard's numbers, zero by default. */
export const summary = (more: Partial<Reply<typeof getSummary>> = {}): Reply<typeof getSummary> => ({
  reviewStatus: { pending: 0, overdue: 0, links: [] },
  expiringSoon: [],
  mostViewed: [],
  quickStats: { activeSnapshots: 0, totalViews: 0, comments: 0, reviews: 0 },
  recentActivity: [],
  ...more,
});

export function project(more: Partial<Project> = {}): Project {
  made += 1;
  return {
    id: `01938c3e-0000-7000-8000-${String(made).padStart(12, '0')}`,
    name: `Project ${made}`,
    color: PROJECT_COLORS[0],
    isArchived: false,
    snapshotCount: 0,
    createdAt: new Date().toISOString(),
    ...more,
  };
}
