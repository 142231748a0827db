import type {
  AssistantAvailability,
  AssistantEvent,
  AssistantPage,
} from '@stagelink/shared/contracts/assistant';
import { ASSISTANT_DAYS, ASSISTANT_TEXT_BYTES } from '@stagelink/shared/contracts/limits';
import { uuidv7 } from 'uuidv7';
import type { App } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Access } from '../access/access.ts';
import * as accounts from '../identity/accounts/repo.ts';
import { planOf } from '../identity/accounts/plan.ts';
import { type Answer, quotesRules, readAnswer, targetsIn } from './answer.ts';
import { countRequest } from './caps.ts';
import { contextOf, type PageContext } from './context.ts';
import { NO_ANSWER, REASONS, STOPPED } from './copy.ts';
import { readStartPage } from './filesOutline.ts';
import type { Model } from './model.ts';
import { openingOf } from './opening.ts';
import { shownText } from './partialJson.ts';
import { cleanMarkdown } from './plainText.ts';
import { pictureOf } from './picture.ts';
import * as policy from './policy.ts';
import { promptFor, tokensOf, tokensOfAll } from './prompt.ts';
import * as repo from './repo.ts';
import * as usageRepo from './usageRepo.ts';

export interface Assistant {
  app: App;
  /** Null without a key. */
  model: Model | null;
}

/** A person on a snapshot; `persons` are the keys of their conversations, the first for a new one. */
export interface Participant {
  access: Access;
  persons: readonly string[];
}

export async function availabilityFor(
  { app, model }: Assistant,
  { snapshot, isOwner, reviewer }: Access,
): Promise<AssistantAvailability> {
  const owner = await accounts.find(app.db, snapshot.ownerId);
  return policy.availabilityOf({
    access: await repo.accessOf(app.db, snapshot.id),
    isOwner,
    isReviewer: reviewer !== null,
    ownerHasPro: owner !== undefined && planOf(app.config, owner) === 'pro',
    hasModel: model !== null,
  });
}

const CODES = {
  off: 'forbidden',
  members: 'forbidden',
  plan: 'plan_limit',
  no_model: 'unavailable',
} as const;

/** Returns the model, or throws why the person may not use it. */
async function modelFor(assistant: Assistant, access: Access): Promise<Model> {
  const availability = await availabilityFor(assistant, access);
  if (availability === 'ready' && assistant.model) return assistant.model;
  const reason = availability === 'ready' ? 'no_model' : availability;
  throw new AppError(CODES[reason], REASONS[reason]);
}

export interface Conversation {
  chat: repo.ChatRow | null;
  messages: repo.MessageRow[];
}

export async function read({ app }: Assistant, { access, persons }: Participant): Promise<Conversation> {
  const chat = (await repo.find(app.db, access.snapshot.id, persons)) ?? null;
  return { chat, messages: chat ? await repo.messages(app.db, chat.id) : [] };
}

/** A question on its way to the model, with what happens to its answer. */
interface Exchange {
  assistant: Assistant;
  participant: Participant;
  context: PageContext;
  history: readonly repo.MessageRow[];
  question: string | null;
  /** Of the page, as a data URL. */
  picture: string | null;
  /** Facts before the model's text. */
  opening: string;
  signal: AbortSignal;
  /** Stores the answer in the transaction that counts its tokens. */
  keep: (tx: Tx, message: repo.MessageRow & { tokens: number }) => Promise<void>;
}

const assistantMessage = ({ content, items, targets }: Omit<Answer, 'dropped'>): repo.MessageRow => ({
  role: 'assistant',
  content,
  items,
  targets,
});

const joined = (...parts: string[]) => parts.filter((part) => part !== '').join('\n\n');

/** The end of the last sentence or line that has arrived: an address or a tag before it is complete. */
const lastEnd = (text: string) =>
  Math.max(...[...text.matchAll(/[.!?:](?=\s)|\n/g)].map((end) => end.index + 1), 0);

/** What is longer is shown when it is complete. */
const DELTAS_MAX = 2 * ASSISTANT_TEXT_BYTES;

/** Yields the new sentences of an answer that is arriving, until it quotes internal instructions. */
function createDeltas(): (raw: string) => string {
  let shown = 0;
  return (raw) => {
    if (raw.length > DELTAS_MAX) return '';
    const text = shownText(raw);
    const end = lastEnd(text);
    if (end <= shown || quotesRules(text)) return '';
    const piece = cleanMarkdown(text.slice(shown, end));
    shown = end;
    return piece === '' ? '' : `${piece}${text[end - 1] === '\n' ? '\n' : ' '}`;
  };
}

interface Progress {
  raw: string;
  usage: usageRepo.Usage | null;
}

async function* readModel(
  model: Model,
  exchange: Exchange,
  progress: Progress,
): AsyncGenerator<AssistantEvent> {
  const delta = createDeltas();
  const answer = model.answer(promptFor(exchange.context, exchange), exchange.signal);
  for (;;) {
    const next = await answer.next();
    if (next.done === true) {
      progress.usage = next.value;
      return;
    }
    progress.raw += next.value;
    const text = delta(progress.raw);
    if (text !== '') yield { event: 'delta', data: { text } };
  }
}

/** Counts what an unfinished request has used; servers report it at the end only. */
const estimated = (exchange: Exchange, { raw }: Progress): usageRepo.Usage => ({
  tokensIn: tokensOfAll(promptFor(exchange.context, exchange)),
  tokensOut: tokensOf(raw),
});

async function keepAnswer(
  { assistant, participant, keep }: Exchange,
  message: repo.MessageRow,
  used: usageRepo.Usage,
): Promise<void> {
  await assistant.app.db.transaction(async (tx) => {
    await usageRepo.add(tx, participant.access.snapshot.ownerId, used);
    await keep(tx, { ...message, tokens: used.tokensOut });
  });
}

/** Keeps what arrived before the person stopped the answer. */
async function keepStopped(exchange: Exchange, progress: Progress): Promise<void> {
  const used = estimated(exchange, progress);
  const text = cleanMarkdown(shownText(progress.raw));
  const { app } = exchange.assistant;
  if (text === '' || quotesRules(text) || exchange.question === null) {
    return usageRepo.add(app.db, exchange.participant.access.snapshot.ownerId, used);
  }
  const content = joined(text, STOPPED);
  const targets = targetsIn(exchange.context, content, []);
  return keepAnswer(exchange, assistantMessage({ content, items: [], targets }), used);
}

/** Yields the events of an answer and stores it. Counts its tokens whatever happens. */
async function* exchangeWith(model: Model, exchange: Exchange): AsyncGenerator<AssistantEvent> {
  const { assistant, context, opening, signal } = exchange;
  if (opening !== '') yield { event: 'delta', data: { text: `${opening}\n\n` } };
  const progress: Progress = { raw: '', usage: null };
  let isKept = false;
  try {
    yield* readModel(model, exchange, progress);
    const used = progress.usage ?? estimated(exchange, progress);
    const answer = readAnswer(context, progress.raw);
    if (!answer) {
      isKept = true;
      await usageRepo.add(assistant.app.db, exchange.participant.access.snapshot.ownerId, used);
      throw new AppError('internal', NO_ANSWER);
    }
    if (answer.dropped > 0)
      assistant.app.log.info({ dropped: answer.dropped }, 'the model named things that it was not sent');
    const content = joined(opening, answer.content);
    const message = assistantMessage({
      ...answer,
      content,
      targets: targetsIn(context, content, answer.items),
    });
    isKept = true;
    await keepAnswer(exchange, message, used);
    for (const item of message.items) yield { event: 'item', data: item };
    yield { event: 'done', data: { messages: [message], usage: used } };
  } finally {
    if (!isKept && (signal.aborted || progress.raw !== '')) await keepStopped(exchange, progress);
  }
}

/** Takes the count of a request back when the model failed, not when the client left. */
async function* counted(
  events: AsyncGenerator<AssistantEvent>,
  giveBack: () => Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<AssistantEvent> {
  try {
    yield* events;
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'unavailable' && !signal.aborted) await giveBack();
    throw cause;
  }
}

const callerOf = ({ access, persons }: Participant) => ({
  snapshotId: access.snapshot.id,
  ownerId: access.snapshot.ownerId,
  person: persons[0] ?? '',
});

interface Start {
  page: AssistantPage | undefined;
  signal: AbortSignal;
}

/** Analyzes the page anew. Checks every limit before the first event. */
export async function start(
  assistant: Assistant,
  participant: Participant,
  { page, signal }: Start,
): Promise<AsyncGenerator<AssistantEvent>> {
  const { access, persons } = participant;
  const model = await modelFor(assistant, access);
  const giveBack = await countRequest(assistant.app, 'assistantStart', callerOf(participant));
  const version = page?.version ?? access.snapshot.version;
  const outline = page ? page.outline : await readStartPage(assistant.app, access.snapshot.id, version);
  const context = contextOf({ outline, findings: page?.findings ?? [] });
  const opening = cleanMarkdown(openingOf(context));
  const id = uuidv7();
  const exchange: Exchange = {
    assistant,
    participant,
    context,
    history: [],
    question: null,
    picture: await pictureOf(assistant.app, access, { version, outline }),
    opening,
    signal,
    async keep(tx, message) {
      const chat = { id, snapshotId: access.snapshot.id, person: persons[0] ?? '', version, context };
      await repo.restart(tx, chat, persons);
      await repo.addMessages(tx, id, [message]);
    },
  };
  return counted(exchangeWith(model, exchange), giveBack, signal);
}

interface Question {
  message: string;
  page: AssistantPage | undefined;
  signal: AbortSignal;
}

/** Sends a message. Question and answer are stored together, so that a repeated attempt does not repeat the question. */
export async function send(
  assistant: Assistant,
  participant: Participant,
  { message: question, page, signal }: Question,
): Promise<AsyncGenerator<AssistantEvent>> {
  const model = await modelFor(assistant, participant.access);
  const { chat, messages: history } = await read(assistant, participant);
  if (!chat) throw new AppError('conflict', 'Start the analysis first.');
  const giveBack = await countRequest(assistant.app, 'assistantMessage', callerOf(participant));
  const current = page ? { ...chat, version: page.version, context: contextOf(page) } : chat;
  const exchange: Exchange = {
    assistant,
    participant,
    context: current.context,
    history,
    question,
    picture: null,
    opening: '',
    signal,
    async keep(tx, answer) {
      if (!(await repo.touch(tx, current)))
        throw new AppError('conflict', 'This conversation was restarted.');
      const userMessage = { role: 'user', content: question, items: [], targets: [], tokens: 0 } as const;
      await repo.addMessages(tx, chat.id, [{ ...userMessage, items: [], targets: [] }, answer]);
    },
  };
  return counted(exchangeWith(model, exchange), giveBack, signal);
}

const DAY_MS = 86_400_000;

/** Deletes conversations that have been silent for long. */
export const prune = (db: Db): Promise<number> =>
  repo.removeBefore(db, new Date(Date.now() - ASSISTANT_DAYS * DAY_MS));
