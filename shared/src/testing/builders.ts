import { PROTOCOL } from '../client/compatibility.ts';
import type { signInOptions, User } from '../contracts/accounts.ts';
import { PLAN_LIMITS, PROJECT_COLORS } from '../contracts/limits.ts';
import type { Reply } from '../contracts/endpoint.ts';
import type { OnboardingState } from '../contracts/onboarding.ts';
import type { Project } from '../contracts/project.ts';
import type { getSummary, listSnapshots, Snapshot } from '../contracts/snapshots.ts';

/** A user on the free plan. */
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
  billingPlan: null,
  willCancelAt: null,
  hasHadTrial: false,
  canAccessPro: false,
  emailVerified: true,
  hasPassword: true,
  timeZone: 'Europe/Vienna',
  isTimeZoneChosen: true,
  createdAt: '2026-11-01T09:00:00.000Z',
};

/** The same user on the Pro plan. */
export const adaWithPro: User = {
  ...ada,
  plan: 'pro',
  limits: PLAN_LIMITS.pro,
  subscriptionStatus: 'active',
  subscription: { status: 'active', trialEnd: null },
  subscriptionDisplay: 'Pro',
  canAccessPro: true,
};

/** Builds the options of a server without Google, email and billing. */
export const authOptions = (
  more: Partial<Reply<typeof signInOptions>> = {},
): Reply<typeof signInOptions> => ({
  google: false,
  devLogin: false,
  mail: false,
  billing: false,
  stripePublishableKey: null,
  embedOrigins: [],
  ...PROTOCOL,
  ...more,
});

const DAY = 86_400_000;
let made = 0;

/** Builds a valid snapshot of `ada`; `daysLeft` counts from now. */
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

/** Builds a list of all of an account's snapshots. */
export const listOf = (...snapshots: Snapshot[]): Reply<typeof listSnapshots> => ({
  snapshots,
  nextCursor: null,
  matching: snapshots.length,
  total: snapshots.length,
});

/** Builds the dashboard's numbers, zero by default. */
export const summary = (more: Partial<Reply<typeof getSummary>> = {}): Reply<typeof getSummary> => ({
  reviewStatus: { pending: 0, overdue: 0, links: [] },
  expiringSoon: [],
  mostViewed: [],
  quickStats: { activeSnapshots: 0, totalViews: 0, comments: 0, reviews: 0 },
  recentActivity: [],
  ...more,
});

/** Builds the state of an account that has seen the welcome. */
export const onboarding = (more: Partial<OnboardingState> = {}): OnboardingState => ({
  hasSeenWelcome: true,
  skippedWelcome: false,
  completedTutorials: [],
  checklist: { done: [], isClosed: true },
  sampleUrl: null,
  ...more,
});

/** Builds a valid project without snapshots. */
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
