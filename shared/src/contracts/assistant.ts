import * as z from 'zod/mini';
import { storableText } from '../locator/storableText.ts';
import { OutlinePlace, PageOutline } from '../preview/pageOutline.ts';
import { AnonymousId } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { ERROR_CODES } from './errors.ts';
import { ASSISTANT_BODY_BYTES, ASSISTANT_FINDINGS_MAX, ASSISTANT_MESSAGE_MAX } from './limits.ts';
import { SnapshotId, VersionNumber } from './snapshots.ts';

/** Severities from mild to severe. `look`: not measured for certain. */
export const ASSISTANT_SEVERITIES = ['look', 'hint', 'fault'] as const;
export const AssistantSeverity = z.enum(ASSISTANT_SEVERITIES);
export type AssistantSeverity = z.infer<typeof AssistantSeverity>;

/** Name of something that was sent to the model: a finding (F…) or an element of the outline (E…). */
export const AssistantRef = z.string().check(z.regex(/^[EF][1-9]\d{0,3}$/));

/** A measured fault of the page, as the model gets it. It comes from an untrusted page. */
export const AssistantFinding = z.strictObject({
  /** The finding's own id, which leads back to it. */
  id: storableText(100),
  rule: storableText(100),
  severity: AssistantSeverity,
  what: storableText(200),
  evidence: storableText(500),
  fix: storableText(500),
});
export type AssistantFinding = z.infer<typeof AssistantFinding>;

/** What the person has open. Without it, the model gets what the server finds in the files. */
export const AssistantPage = z.strictObject({
  version: VersionNumber,
  outline: z.nullable(PageOutline),
  findings: z._default(z.array(AssistantFinding).check(z.maxLength(ASSISTANT_FINDINGS_MAX)), []),
});
export type AssistantPage = z.infer<typeof AssistantPage>;

/** Where a ref leads. */
export const AssistantTarget = z.object({
  ref: AssistantRef,
  label: z.string(),
  /** Route of the prototype. */
  route: z.string(),
  /** Null for a finding. */
  place: z.nullable(OutlinePlace),
  findingId: z.nullable(z.string()),
});
export type AssistantTarget = z.infer<typeof AssistantTarget>;

/** One point of an answer, about something that was sent. */
export const AssistantItem = z.object({
  ref: AssistantRef,
  title: z.string(),
  why: z.string(),
  fix: z.string(),
  severity: AssistantSeverity,
});
export type AssistantItem = z.infer<typeof AssistantItem>;

/** `content` is Markdown without images, links, HTML and refs; the texts of `items` are plain. */
export const AssistantMessage = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  items: z._default(z.array(AssistantItem), []),
  /** Targets of `items`, and of what their texts and `content` mention by name. */
  targets: z._default(z.array(AssistantTarget), []),
});
export type AssistantMessage = z.infer<typeof AssistantMessage>;

/**
 * Whether the caller may have a conversation: `off` and `members` are the owner's choice, `unclaimed` means that the
 * snapshot belongs to no account, `plan` that the owner has no plan with it, `no_model` that none is set up on this
 * server.
 */
export const AssistantAvailability = z.enum(['ready', 'off', 'members', 'unclaimed', 'plan', 'no_model']);
export type AssistantAvailability = z.infer<typeof AssistantAvailability>;

const Usage = z.object({ tokensIn: z.int(), tokensOut: z.int() });

/** `delta` is plain text that `done` replaces; after `error` nothing follows. */
export const AssistantEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('delta'), data: z.object({ text: z.string() }) }),
  z.object({ event: z.literal('item'), data: AssistantItem }),
  z.object({
    event: z.literal('done'),
    data: z.object({ messages: z.array(AssistantMessage), usage: Usage }),
  }),
  z.object({
    event: z.literal('error'),
    data: z.object({
      code: z.enum(ERROR_CODES),
      message: z.string(),
      retryAfter: z.optional(z.number()),
    }),
  }),
]);
export type AssistantEvent = z.infer<typeof AssistantEvent>;

const body = { kind: 'json', maxBytes: ASSISTANT_BODY_BYTES } as const;

export const readAssistantChat = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/ai-chat',
  summary: 'Read your conversation with the AI UX assistant about a snapshot.',
  auth: 'public',
  tokenScope: 'comments:read',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      exists: z.boolean(),
      messages: z.array(AssistantMessage),
      availability: AssistantAvailability,
    }),
  }),
});

export const startAssistantChat = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/ai-chat/start',
  summary:
    'Analyze a snapshot, or return the conversation there is. Streams its events with `Accept: text/event-stream`.',
  auth: 'public',
  tokenScope: 'comments:write',
  rateLimit: 'assistant',
  body,
  input: z.strictObject({
    id: SnapshotId,
    anonymousUserId: z.optional(z.nullable(AnonymousId)),
    /** Deletes the conversation and analyzes again. */
    forceReanalysis: z._default(z.boolean(), false),
    page: z.optional(AssistantPage),
  }),
  reply: z.object({
    success: z.literal(true),
    data: z.object({ messages: z.array(AssistantMessage) }),
    error: z.null(),
  }),
  events: AssistantEvent,
});

export const sendAssistantMessage = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/ai-chat/message',
  summary: 'Send a message to the AI UX assistant. Streams its events with `Accept: text/event-stream`.',
  auth: 'public',
  tokenScope: 'comments:write',
  rateLimit: 'assistant',
  body,
  input: z.strictObject({
    id: SnapshotId,
    message: storableText(ASSISTANT_MESSAGE_MAX).check(z.trim(), z.minLength(1, 'Please enter a message')),
    anonymousUserId: z.optional(z.nullable(AnonymousId)),
    page: z.optional(AssistantPage),
  }),
  reply: z.object({
    success: z.literal(true),
    data: z.object({ response: z.string(), message: AssistantMessage }),
    error: z.null(),
  }),
  events: AssistantEvent,
});

/** Who may have a conversation about a snapshot. */
export const ASSISTANT_ACCESS = ['off', 'members', 'everyone'] as const;
export const AssistantAccess = z.enum(ASSISTANT_ACCESS);
export type AssistantAccess = z.infer<typeof AssistantAccess>;

/** The owner's choice for a snapshot, and what all conversations on the owner's snapshots have used this month. */
export const AssistantSettings = z.object({
  access: AssistantAccess,
  spend: z.object({
    calls: z.int(),
    tokens: z.int(),
    tokensPerMonth: z.int(),
  }),
  availability: AssistantAvailability,
});
export type AssistantSettings = z.infer<typeof AssistantSettings>;

export const readAssistantSettings = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/ai-chat/settings',
  summary: 'Read who may use the AI UX assistant on one of your snapshots, and what was used this month.',
  auth: 'user',
  tokenScope: 'snapshots:read',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({ settings: AssistantSettings }),
});

export const updateAssistantSettings = endpoint({
  method: 'PUT',
  path: '/api/snapshots/:id/ai-chat/settings',
  summary: 'Choose who may use the AI UX assistant on one of your snapshots.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  input: z.strictObject({ id: SnapshotId, access: AssistantAccess }),
  reply: z.object({ settings: AssistantSettings }),
});
