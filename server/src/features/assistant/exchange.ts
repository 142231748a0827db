import type { AssistantEvent } from '@stagelink/shared/contracts/assistant';
import { ASSISTANT_TEXT_BYTES } from '@stagelink/shared/contracts/limits';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import { countModelAnswer } from '../../platform/operations/metrics.ts';
import { arrivingText, paragraphs, quotesRules, readAnswer, targetsIn } from './answer.ts';
import type { PageContext } from './context.ts';
import { NO_ANSWER, STOPPED } from './copy.ts';
import { shownFailure } from './failure.ts';
import { type AnswerEnd, type Ending, type FailureKind, type Model, ModelError } from './model.ts';
import { toText } from './plainText.ts';
import { presentMessage, withNames } from './present.ts';
import { promptFor, tokensOf, tokensOfAll } from './prompt.ts';
import type { MessageRow } from './repo.ts';
import * as usageRepo from './usageRepo.ts';

/** A question on its way to the model, with what happens to its answer. */
export interface Exchange {
  app: App;
  ownerId: string;
  context: PageContext;
  history: readonly MessageRow[];
  /** Null for an analysis. */
  question: string | null;
  /** Picture of the page, as a data URL. */
  picture: string | null;
  /** Facts before the model's text. */
  opening: string;
  signal: AbortSignal;
  /** Whether the person may read why the model cannot be used. */
  isOperator: boolean;
  /** Stores the answer in the transaction that counts its tokens. */
  keep: (tx: Tx, message: MessageRow & { tokens: number }) => Promise<void>;
  /** Takes the count of the request back. */
  giveBack: () => Promise<void>;
}

/** The end of the last sentence or line that has arrived: an address or a tag before it is complete. */
const lastEnd = (text: string) =>
  Math.max(...[...text.matchAll(/[.!?:](?=\s)|\n/g)].map((end) => end.index + 1), 0);

/** What is longer is shown when it is complete. */
const DELTAS_MAX = 2 * ASSISTANT_TEXT_BYTES;

/** Returns a function from an arriving answer to the plain text that is new in it, until it quotes instructions of ours. */
function createDeltas(context: PageContext): (raw: string) => Promise<string> {
  let shown = '';
  return async (raw) => {
    if (raw.length > DELTAS_MAX) return '';
    const markdown = await arrivingText(raw);
    const ended = markdown.slice(0, lastEnd(markdown));
    if (quotesRules(markdown)) return '';
    const text = withNames(toText(ended), targetsIn(context, ended, []));
    if (!text.startsWith(shown) || text === shown) return '';
    const delta = text.slice(shown.length);
    shown = text;
    return delta;
  };
}

interface Arrived {
  raw: string;
  /** Pieces without text; each is about a token. */
  thoughts: number;
  isStored: boolean;
}

const promptOf = (exchange: Exchange) => promptFor(exchange.context, exchange);

async function* deltasOf(model: Model, exchange: Exchange, arrived: Arrived) {
  const delta = createDeltas(exchange.context);
  const answer = model.answer(promptOf(exchange), exchange.signal);
  try {
    let next = await answer.next();
    for (; next.done !== true; next = await answer.next()) {
      if (next.value === '') {
        arrived.thoughts += 1;
        continue;
      }
      arrived.raw += next.value;
      const text = await delta(arrived.raw);
      if (text !== '') yield { event: 'delta', data: { text } } as const;
    }
    return next.value;
  } finally {
    // Ends the request when the client leaves between two pieces.
    await answer.return({ end: 'stopped', usage: { tokensIn: 0, tokensOut: 0 } });
  }
}

const countTokens = ({ app, ownerId }: Exchange, used: usageRepo.Usage) =>
  usageRepo.add(app.db, ownerId, used);

async function messageFor(exchange: Exchange, raw: string, end: AnswerEnd): Promise<MessageRow | null> {
  const { context, opening, app } = exchange;
  const answer = await readAnswer(context, raw, end);
  if (!answer) return null;
  if (answer.dropped > 0)
    app.log.info({ dropped: answer.dropped }, 'the model named things that it was not sent');
  const { items } = answer;
  const content = paragraphs(opening, answer.content);
  return { role: 'assistant', content, items, targets: targetsIn(context, content, items) };
}

function store(exchange: Exchange, message: MessageRow, used: usageRepo.Usage): Promise<void> {
  const { app, ownerId, keep } = exchange;
  return app.db.transaction(async (tx) => {
    await usageRepo.add(tx, ownerId, used);
    await keep(tx, { ...message, tokens: used.tokensOut });
  });
}

async function* finish(
  exchange: Exchange,
  raw: string,
  { end, usage }: Ending,
): AsyncGenerator<AssistantEvent> {
  const message = await messageFor(exchange, raw, end);
  countModelAnswer(message ? end : 'unreadable');
  if (!message) {
    await countTokens(exchange, usage);
    throw new AppError('internal', NO_ANSWER);
  }
  await store(exchange, message, usage);
  const presented = presentMessage(message);
  for (const item of presented.items) yield { event: 'item', data: item };
  yield { event: 'done', data: { messages: [presented], usage } };
}

/** Keeps what arrived before the person stopped the answer. Servers report what was used at the end only. */
async function keepStopped(exchange: Exchange, { raw, thoughts }: Arrived): Promise<void> {
  const { context, opening } = exchange;
  const used = { tokensIn: tokensOfAll(promptOf(exchange)), tokensOut: tokensOf(raw) + thoughts };
  const nothing = opening === '' ? '' : paragraphs(opening, STOPPED);
  const message =
    (await messageFor(exchange, raw, 'stopped')) ??
    (nothing === ''
      ? null
      : { role: 'assistant', content: nothing, items: [], targets: targetsIn(context, nothing, []) });
  await (message ? store(exchange, message, used) : countTokens(exchange, used));
}

/** The failures for which the person is not charged: the model has not worked on the request. */
const GIVEN_BACK: readonly FailureKind[] = ['unreachable', 'busy', 'misconfigured', 'rejected'];

async function* answer(model: Model, exchange: Exchange, arrived: Arrived): AsyncGenerator<AssistantEvent> {
  const { opening, context } = exchange;
  if (opening !== '') {
    const text = `${withNames(toText(opening), targetsIn(context, opening, []))}\n\n`;
    yield { event: 'delta', data: { text } };
  }
  const ending = yield* deltasOf(model, exchange, arrived);
  arrived.isStored = true;
  yield* finish(exchange, arrived.raw, ending);
}

async function failed(exchange: Exchange, failure: ModelError): Promise<AppError> {
  const { kind, used } = failure;
  countModelAnswer(kind);
  if (used.tokensIn > 0) await countTokens(exchange, used);
  if (GIVEN_BACK.includes(kind)) await exchange.giveBack();
  exchange.app.log.warn({ kind, reason: failure.message }, 'the model did not answer');
  return shownFailure(failure, exchange.isOperator);
}

/** Yields the events of an answer and stores it. Counts its tokens however it ends. */
export async function* runExchange(model: Model, exchange: Exchange): AsyncGenerator<AssistantEvent> {
  const arrived: Arrived = { raw: '', thoughts: 0, isStored: false };
  try {
    yield* answer(model, exchange, arrived);
  } catch (cause) {
    throw cause instanceof ModelError ? await failed(exchange, cause) : cause;
  } finally {
    if (exchange.signal.aborted && !arrived.isStored) await keepStopped(exchange, arrived);
  }
}
