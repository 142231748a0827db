import {
  ASSISTANT_SEVERITIES,
  type AssistantItem,
  type AssistantSeverity,
  type AssistantTarget,
} from '@stagelink/shared/contracts/assistant';
import { ASSISTANT_ITEMS_MAX, ASSISTANT_TEXT_BYTES } from '@stagelink/shared/contracts/limits';
import { parsePartialJson } from 'ai';
import * as z from 'zod';
import { measuredSeverity, type PageContext, targetOf } from './context.ts';
import { BROKEN, CUT, DECLINED, STOPPED } from './copy.ts';
import type { AnswerEnd } from './model.ts';
import { cleanLine, cleanMarkdown, cutBytes } from './plainText.ts';
import { RULES } from './prompt.ts';

/** What the server makes of a model's answer. */
export interface Answer {
  content: string;
  items: AssistantItem[];
  /** Items without a ref that was sent. */
  dropped: number;
}

const TITLE_MAX = 120;
const SENTENCES_MAX = 600;
/** More than the model was asked for is read, because some of it may be dropped. */
const READ_ITEMS_MAX = 50;

const text = z.string().catch('');
const RawItem = z.object({
  ref: z.string(),
  title: text,
  why: text,
  fix: text,
  severity: z.enum(ASSISTANT_SEVERITIES).catch('look'),
});
const RawAnswer = z.object({ summary: text, reply: text, items: z.array(z.unknown()).catch([]) });

interface Reading extends z.infer<typeof RawAnswer> {
  /** Nothing is missing at its end. */
  isWhole: boolean;
}

const REF = /\b[EF][1-9]\d{0,3}\b/g;
const LEAST_RULE = 40;

/** Text without case, punctuation and spaces, to recognize a quotation. */
const normalized = (words: string) => words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const FINGERPRINTS = RULES.filter((rule) => rule.length >= LEAST_RULE).map((rule) =>
  normalized(rule).slice(0, LEAST_RULE),
);

/** Returns whether a text quotes the system text. */
export function quotesRules(words: string): boolean {
  const compact = normalized(words);
  return FINGERPRINTS.some((fingerprint) => compact.includes(fingerprint));
}

const WITHHELD = 'This answer was withheld because it quoted internal instructions.';

export const paragraphs = (...parts: string[]) => parts.filter((part) => part.trim() !== '').join('\n\n');

const NOTES: Record<AnswerEnd, string> = {
  complete: '',
  declined: '',
  cut: CUT,
  broken: BROKEN,
  stopped: STOPPED,
};

/** Cleans the text of an answer and says at its end why it has no other one. */
function cleanContent(words: string, end: AnswerEnd): string {
  // Cleaning what is cut off anyway would take long.
  const clean = cleanMarkdown(cutBytes(words, 2 * ASSISTANT_TEXT_BYTES));
  if (quotesRules(clean)) return WITHHELD;
  if (Buffer.byteLength(clean) <= ASSISTANT_TEXT_BYTES) return clean && paragraphs(clean, NOTES[end]);
  return paragraphs(cutBytes(clean, ASSISTANT_TEXT_BYTES - CUT.length - 2), CUT);
}

const higher = (a: AssistantSeverity, b: AssistantSeverity): AssistantSeverity =>
  ASSISTANT_SEVERITIES.indexOf(a) >= ASSISTANT_SEVERITIES.indexOf(b) ? a : b;

const rankOf = ({ severity }: AssistantItem) => -ASSISTANT_SEVERITIES.indexOf(severity);

/** Returns an item about something that was sent, or null. Nothing measured is called milder than it is. */
function groundedItem(context: PageContext, raw: unknown): AssistantItem | null {
  const read = RawItem.safeParse(raw);
  const ref = read.data?.ref.trim().replace(/^\[|\]$/g, '') ?? '';
  if (!read.success || targetOf(context, ref) === null) return null;
  const title = cleanLine(read.data.title, TITLE_MAX);
  const why = cleanLine(read.data.why, SENTENCES_MAX);
  const fix = cleanLine(read.data.fix, SENTENCES_MAX);
  if (title === '' || [title, why, fix].some(quotesRules)) return null;
  const measured = measuredSeverity(context, ref) ?? 'look';
  return { ref, title, why, fix, severity: higher(measured, read.data.severity) };
}

/** Reads an answer without JSON: a plain text of a model that ignores the form, unless it is broken JSON. */
function plainAnswer(raw: string): Reading | null {
  const words = raw.replace(/```\w*/g, '').trim();
  return words === '' || words.includes('{')
    ? null
    : { summary: '', reply: words, items: [], isWhole: false };
}

/** Models put words and fences around their JSON. */
const fromBrace = (raw: string) => (raw.includes('{') ? raw.slice(raw.indexOf('{')) : '');

const partOf = (value: unknown) => RawAnswer.safeParse(value).data;

/** Reads as much of an answer as has arrived: all of its text, and the items that are complete. */
async function readRaw(raw: string, end: AnswerEnd): Promise<Reading | null> {
  const json = fromBrace(raw);
  if (json === '') return plainAnswer(raw);
  const { value, state } = await parsePartialJson(json.slice(0, json.lastIndexOf('}') + 1));
  const isWhole = state === 'successful-parse';
  if (isWhole || end === 'complete') {
    const answer = partOf(value);
    return answer ? { ...answer, isWhole: true } : null;
  }
  const answer = partOf((await parsePartialJson(json)).value);
  return answer ? { ...answer, items: partOf(value)?.items ?? [], isWhole } : null;
}

/** Returns the text that an unfinished answer in JSON has so far. */
export async function arrivingText(raw: string): Promise<string> {
  const answer = partOf((await parsePartialJson(fromBrace(raw))).value);
  return answer ? paragraphs(answer.summary, answer.reply) : '';
}

async function readRefusal(raw: string): Promise<Answer> {
  const words = cleanContent((await arrivingText(raw)) || raw, 'complete');
  return { content: paragraphs(DECLINED, words), items: [], dropped: 0 };
}

/** Judges an answer, whatever the server promised about it. Returns null for one that cannot be read. */
export async function readAnswer(
  context: PageContext,
  raw: string,
  end: AnswerEnd = 'complete',
): Promise<Answer | null> {
  if (end === 'declined') return readRefusal(raw);
  const answer = await readRaw(raw, end);
  if (!answer) return null;
  const listed = answer.items.slice(0, READ_ITEMS_MAX);
  const items = listed.map((item) => groundedItem(context, item)).filter((item) => item !== null);
  const content = cleanContent(paragraphs(answer.summary, answer.reply), answer.isWhole ? 'complete' : end);
  if (content === '' && items.length === 0) return null;
  const kept = items.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, ASSISTANT_ITEMS_MAX);
  return { content, items: kept, dropped: listed.length - items.length };
}

const TARGETS_MAX = 40;

/** Returns where each ref of a text and its items leads. */
export function targetsIn(
  context: PageContext,
  content: string,
  items: readonly AssistantItem[],
): AssistantTarget[] {
  const texts = items.flatMap(({ title, why, fix }) => [title, why, fix]);
  const mentioned = [content, ...texts].flatMap((words) => words.match(REF) ?? []);
  const refs = new Set([...items.map(({ ref }) => ref), ...mentioned]);
  return [...refs]
    .slice(0, TARGETS_MAX)
    .map((ref) => targetOf(context, ref))
    .filter((target) => target !== null);
}
