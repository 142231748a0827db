import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** The tutorials, with their numbers of steps. */
export const TUTORIAL_STEPS = { welcome: 3, 'dashboard-tour': 3, 'comments-tutorial': 3 } as const;

export const TutorialId = z.enum(
  ['welcome', 'dashboard-tour', 'comments-tutorial'],
  'No tutorial has this id.',
);
export type TutorialId = z.infer<typeof TutorialId>;

/** The items of the checklist, in order. */
export const ChecklistItem = z.enum(['stage', 'comment', 'share', 'restage']);
export type ChecklistItem = z.infer<typeof ChecklistItem>;

/** What a new account has seen and done so far. */
export const OnboardingState = z.object({
  hasSeenWelcome: z.boolean(),
  skippedWelcome: z.boolean(),
  /** Each once. */
  completedTutorials: z.array(TutorialId),
  /** A done item stays done, also when its snapshot or comment is deleted. */
  checklist: z.object({ done: z.array(ChecklistItem), isClosed: z.boolean() }),
  /** Link of the account's sample snapshot; null if there is none. */
  sampleUrl: z.nullable(z.url()),
});
export type OnboardingState = z.infer<typeof OnboardingState>;

const StateReply = z.object({ success: z.literal(true), data: OnboardingState });

export const getOnboarding = endpoint({
  method: 'GET',
  path: '/api/onboarding',
  summary: 'Read what the account has seen of the welcome, the tutorials and the checklist.',
  auth: 'user',
  tokenScope: 'snapshots:read',
  input: z.strictObject({}),
  reply: StateReply,
});

export const shouldShowWelcome = endpoint({
  method: 'GET',
  path: '/api/onboarding/should-show-welcome',
  summary: 'Ask whether to show the welcome: until it was seen or skipped.',
  auth: 'user',
  tokenScope: 'snapshots:read',
  input: z.strictObject({}),
  reply: z.object({ success: z.literal(true), data: z.object({ shouldShow: z.boolean() }) }),
});

export const updateOnboarding = endpoint({
  method: 'PUT',
  path: '/api/onboarding',
  summary: 'Change fields of the state. Completed tutorials are added to those already there.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  input: z.strictObject({
    hasSeenWelcome: z.optional(z.boolean()),
    skippedWelcome: z.optional(z.boolean()),
    completedTutorials: z.optional(z.array(TutorialId)),
    /** Removes the checklist for good. */
    checklistClosed: z.optional(z.literal(true)),
  }),
  reply: StateReply,
});

export const reportTutorial = endpoint({
  method: 'POST',
  path: '/api/onboarding/tutorial',
  summary: 'Report that a tutorial was started, skipped at a step, or completed.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  rateLimit: 'tutorial',
  input: z
    .strictObject({
      tutorialId: TutorialId,
      action: z.enum(['started', 'skipped', 'completed']),
      /** Counts from 0; only with `skipped`. */
      step: z.optional(z.int().check(z.gte(0))),
    })
    .check(
      z.refine(({ action, step }) => step === undefined || action === 'skipped', {
        path: ['step'],
        error: 'A step belongs to the action “skipped” only.',
      }),
      z.refine(({ tutorialId, step = 0 }) => step < TUTORIAL_STEPS[tutorialId], {
        path: ['step'],
        error: 'The tutorial has no such step.',
      }),
    ),
  reply: StateReply,
});

export const createSample = endpoint({
  method: 'POST',
  path: '/api/onboarding/sample',
  summary:
    'Make a sample snapshot with comments to try things on, or return the one there is. It counts against no limit.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  rateLimit: 'stage',
  input: z.strictObject({}),
  reply: z.object({ success: z.literal(true), data: z.object({ sampleUrl: z.url() }) }),
});
