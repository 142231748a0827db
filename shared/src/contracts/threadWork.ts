import * as z from 'zod/mini';
import { WORK_STATES } from '../domain/agentWork.ts';
import { AGENT_NAME_MAX, PLAN_LABEL_MAX, PLAN_MARKS_MAX, PLAN_TEXT_MAX, SEND_MAX } from './limits.ts';

const NO_CONTROLS = /^[^\p{Cc}]*$/u;

/** Name of a coding agent's program, such as “Claude Code”. */
export const AgentName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(AGENT_NAME_MAX),
    z.regex(NO_CONTROLS, 'A name cannot contain control characters'),
  );

/** One session of a coding agent. It chooses its id, and keeps it while it works. */
export const Agent = z.strictObject({ id: z.uuid(), name: AgentName });
export type Agent = z.infer<typeof Agent>;

/** Threads of one snapshot, as one request names them. */
export const ThreadIds = z
  .array(z.uuid())
  .check(z.minLength(1, 'Name at least one thread'), z.maxLength(SEND_MAX));

/** Threads that a coding agent stages a version for. */
export const StagedFor = z.strictObject({ agent: Agent, threads: ThreadIds });
export type StagedFor = z.infer<typeof StagedFor>;

/** What became of threads that a version was staged for. */
export const Marked = z.object({
  /** Those that are marked as staged with it. */
  staged: z.array(z.uuid()),
  /** Those that were not marked, and why, in a sentence. */
  refused: z.array(z.object({ thread: z.uuid(), why: z.string() })),
});
export type Marked = z.infer<typeof Marked>;

const plainText = (most: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(most),
      z.regex(NO_CONTROLS, 'This text has one line, without control characters'),
      z.regex(/^[^<>]*$/, 'This text is plain: it cannot contain < or >'),
    );

/** What an agent would do with one element. */
export const PlanMark = z.strictObject({
  /** Thread of the same snapshot whose pinned element is meant. */
  thread: z.uuid(),
  /** Index of another element in the page tree of that thread's pin. */
  node: z.optional(z.int().check(z.gte(0), z.lte(1_000_000))),
  label: plainText(PLAN_LABEL_MAX),
});
export type PlanMark = z.infer<typeof PlanMark>;

/** What an agent would do, in one sentence, and where. */
export const Plan = z.strictObject({
  text: plainText(PLAN_TEXT_MAX),
  marks: z._default(
    z.array(PlanMark).check(z.maxLength(PLAN_MARKS_MAX, `A plan can have at most ${PLAN_MARKS_MAX} marks`)),
    [],
  ),
});
export type Plan = z.output<typeof Plan>;

/** A coding agent's work on a thread. */
export const ThreadWork = z.object({
  state: z.enum(WORK_STATES),
  sentBy: z.string(),
  /** Epoch milliseconds, as is `changedAt`. */
  sentAt: z.int(),
  changedAt: z.int(),
  /** Agent that has the thread, or had it last; null before one took it. */
  agentName: z.nullable(z.string()),
  /** Whether that agent has it now: no other can take it. */
  isTaken: z.boolean(),
  /** The newest proposal. */
  plan: z.nullable(Plan),
  /** Version that was staged for it; null before. */
  version: z.nullable(z.int()),
});
export type ThreadWork = z.infer<typeof ThreadWork>;
