import type {
  AssistantAvailability,
  AssistantEvent,
  AssistantPage,
} from '@stagelink/shared/contracts/assistant';
import { ASSISTANT_DAYS } from '@stagelink/shared/contracts/limits';
import { uuidv7 } from 'uuidv7';
import type { App } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Access } from '../access/access.ts';
import * as accounts from '../identity/accounts/repo.ts';
import { planOf } from '../identity/accounts/plan.ts';
import { isUnclaimed } from '../identity/accounts/unclaimed.ts';
import { countRequest } from './caps.ts';
import { contextOf } from './context.ts';
import { REASONS } from './copy.ts';
import { type Exchange, runExchange } from './exchange.ts';
import { readStartPage } from './filesOutline.ts';
import type { Model } from './model.ts';
import { openingOf } from './opening.ts';
import { cleanMarkdown } from './plainText.ts';
import { pictureOf } from './picture.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';

export interface Assistant {
  app: App;
  /** Null without a key. */
  model: Model | null;
}

/** A person on a snapshot; `persons` are the keys of their conversations, the first for a new one. */
export interface Participant {
  access: Access;
  persons: readonly string[];
  /** Network of the request, as rate limits count it. */
  address: string;
  /** Whether they may read why the model cannot be used: the owner and superadmins. */
  isOperator: boolean;
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
    isUnclaimed: isUnclaimed(snapshot.ownerId),
    ownerHasPro: owner !== undefined && planOf(app.config, owner) === 'pro',
    hasModel: model !== null,
  });
}

const CODES = {
  off: 'forbidden',
  members: 'forbidden',
  unclaimed: 'forbidden',
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

export async function read(
  { app }: Assistant,
  { access, persons }: Pick<Participant, 'access' | 'persons'>,
): Promise<Conversation> {
  const chat = (await repo.find(app.db, access.snapshot.id, persons)) ?? null;
  return { chat, messages: chat ? await repo.messages(app.db, chat.id) : [] };
}

/** Counts the request, and returns what of its exchange does not depend on the question. */
async function begin(
  { app }: Assistant,
  { access, persons, address, isOperator }: Participant,
  kind: 'assistantStart' | 'assistantMessage',
): Promise<Pick<Exchange, 'app' | 'ownerId' | 'isOperator' | 'giveBack'>> {
  const { id: snapshotId, ownerId } = access.snapshot;
  const isMember = access.isOwner || access.reviewer !== null;
  const giveBack = await countRequest(app, kind, {
    snapshotId,
    ownerId,
    person: persons[0] ?? '',
    visitorAddress: isMember ? null : address,
  });
  return { app, ownerId, isOperator, giveBack };
}

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
  const begun = await begin(assistant, participant, 'assistantStart');
  const version = page?.version ?? access.snapshot.version;
  const outline = page ? page.outline : await readStartPage(assistant.app, access.snapshot.id, version);
  const context = contextOf({ outline, findings: page?.findings ?? [] });
  const opening = cleanMarkdown(openingOf(context));
  const id = uuidv7();
  const exchange: Exchange = {
    ...begun,
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
  return runExchange(model, exchange);
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
  const begun = await begin(assistant, participant, 'assistantMessage');
  const current = page ? { ...chat, version: page.version, context: contextOf(page) } : chat;
  const exchange: Exchange = {
    ...begun,
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
  return runExchange(model, exchange);
}

const DAY_MS = 86_400_000;

/** Deletes conversations that have been silent for long. */
export const prune = (db: Db): Promise<number> =>
  repo.removeBefore(db, new Date(Date.now() - ASSISTANT_DAYS * DAY_MS));
