import { ApiError } from '@stagelink/shared/client/call';
import type {
  AssistantAvailability,
  AssistantEvent,
  AssistantItem,
  AssistantMessage,
  AssistantPage,
} from '@stagelink/shared/contracts/assistant';
import {
  ASSISTANT_RETRIES,
  ASSISTANT_RETRY_MS,
  ASSISTANT_SLOW_MS,
  ASSISTANT_START_WAIT_MS,
} from '@stagelink/shared/contracts/limits';
import type { ErrorCode } from '@stagelink/shared/contracts/errors';
import { anonymousId } from '../../lib/anonymousIdentity.ts';
import { callerIn } from '../snapshots/viewApi.ts';
import { readChat, refreshSettings, streamMessage, streamStart } from './api.ts';
import { t } from './copy.ts';
import { type Failure, isUnavailable, messageFailure, NoAnswerError, startFailure } from './failure.ts';
import { createListeners } from '../../lib/listeners.ts';

export interface ConversationState {
  phase: 'loading' | 'failed' | 'new' | 'analyzing' | 'conversation';
  availability: AssistantAvailability;
  /** Why the phase is `failed`. */
  loadError: unknown;
  messages: readonly AssistantMessage[];
  /** The answer that is arriving, or the part of it before a failure; null without one. */
  arriving: { text: string; items: readonly AssistantItem[] } | null;
  /** The message that is being answered or was not. */
  question: string | null;
  /** What the assistant is doing about a failure. */
  notice: string | null;
  failure: Failure | null;
  /** Failed attempts in a row. */
  tries: number;
}

/** Reads what is open in the preview; undefined where there is none. */
export type ReadPage = () => Promise<AssistantPage | undefined>;

const EMPTY = { text: '', items: [] };

/** Statuses of failures that are events of a stream. */
const STATUSES: Partial<Record<ErrorCode, number>> = { unavailable: 503, rate_limited: 429 };

const LOADING: ConversationState = {
  phase: 'loading',
  availability: 'ready',
  loadError: null,
  messages: [],
  arriving: null,
  question: null,
  notice: null,
  failure: null,
  tries: 0,
};

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('Stopped', 'AbortError'));
    });
  });
}

/** One person's conversation about one snapshot. Goes on while its panel is closed. */
export class Conversation {
  state: ConversationState = LOADING;
  readonly #id: string;
  readonly #listeners = createListeners();
  #running: AbortController | null = null;

  constructor(id: string) {
    this.#id = id;
  }

  subscribe = this.#listeners.listen;

  snapshot = (): ConversationState => this.state;

  async load(): Promise<void> {
    this.#set({ ...LOADING });
    try {
      const { exists, messages, availability } = await readChat(this.#id);
      this.#set({ phase: exists ? 'conversation' : 'new', messages, availability });
    } catch (loadError) {
      this.#set({ phase: 'failed', loadError });
    }
  }

  /** Clears the conversation and analyzes the page anew. */
  async start(readPage: ReadPage): Promise<void> {
    const before = this.state;
    const { signal } = this.#begin({ phase: 'analyzing', messages: [], question: null });
    try {
      // The prototype may still be drawing.
      await pause(ASSISTANT_START_WAIT_MS, signal);
      const page = await readPage();
      signal.throwIfAborted();
      const input = {
        id: this.#id,
        anonymousUserId: anonymousId(),
        forceReanalysis: true,
        ...(page && { page }),
      };
      const messages = await this.#receive(streamStart(input, signal));
      this.#set({ phase: 'conversation', messages, arriving: null, tries: 0 });
    } catch (cause) {
      if (!signal.aborted) this.#fail(this.#afterFailedStart(cause, before), startFailure(cause));
    }
  }

  /** The server keeps an analysis that broke off on its way here; where it could not make one, the conversation before. */
  #afterFailedStart(cause: unknown, before: ConversationState): Partial<ConversationState> {
    const stopped = cause instanceof ApiError ? [] : this.#stoppedMessages();
    const messages = stopped.length > 0 ? stopped : before.messages;
    return { phase: messages.length > 0 ? 'conversation' : 'new', messages, arriving: null };
  }

  /** Sends a message, again and again for some seconds while the model is unavailable. */
  async send(question: string, readPage: ReadPage): Promise<void> {
    const { signal } = this.#begin({ question });
    try {
      const page = await readPage().catch(() => undefined);
      signal.throwIfAborted();
      const [answer] = await this.#sendPersistently(question, page, signal);
      if (!answer) throw new NoAnswerError();
      const userMessage: AssistantMessage = { role: 'user', content: question, items: [], targets: [] };
      this.#set({
        messages: [...this.state.messages, userMessage, answer],
        question: null,
        arriving: null,
        notice: null,
        tries: 0,
      });
    } catch (cause) {
      if (!signal.aborted) this.#fail({}, messageFailure(cause));
    }
  }

  async #sendPersistently(
    message: string,
    page: AssistantPage | undefined,
    signal: AbortSignal,
  ): Promise<AssistantMessage[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const input = { id: this.#id, anonymousUserId: anonymousId(), message, ...(page && { page }) };
        return await this.#receive(streamMessage(input, signal));
      } catch (cause) {
        if (!isUnavailable(cause) || attempt > ASSISTANT_RETRIES) throw cause;
        this.#set({ arriving: EMPTY, notice: t('retrying', { attempt, max: ASSISTANT_RETRIES }) });
        await pause(ASSISTANT_RETRY_MS, signal);
      }
    }
  }

  /** Repeats what failed. */
  retry(readPage: ReadPage): Promise<void> {
    const { question } = this.state;
    return question === null ? this.start(readPage) : this.send(question, readPage);
  }

  /** Ends the request; what has arrived of an answer stays. */
  stop(): void {
    this.#running?.abort();
    this.#running = null;
    const { phase, messages } = this.state;
    const stopped = this.#stoppedMessages();
    const wasAnalyzing = phase === 'analyzing';
    const afterAnalysis = stopped.length > 0 ? 'conversation' : 'new';
    this.#set({
      phase: wasAnalyzing ? afterAnalysis : phase,
      messages: [...messages, ...stopped],
      arriving: null,
      question: null,
      notice: null,
    });
  }

  /** Returns what has arrived as the server keeps it. */
  #stoppedMessages(): AssistantMessage[] {
    const { arriving, question } = this.state;
    if (arriving === null || arriving.text === '') return [];
    const message = (role: AssistantMessage['role'], content: string): AssistantMessage => ({
      role,
      content,
      items: [],
      targets: [],
    });
    const answer = message('assistant', `${arriving.text.trim()}\n\n*Stopped.*`);
    return question === null ? [answer] : [message('user', question), answer];
  }

  /** Forgets the failures and shows what the server has. */
  reset(): Promise<void> {
    this.stop();
    return this.load();
  }

  async #receive(events: AsyncIterable<AssistantEvent>): Promise<AssistantMessage[]> {
    this.#set({ arriving: EMPTY });
    const noticeSlowness = () => setTimeout(() => this.#set({ notice: t('slow') }), ASSISTANT_SLOW_MS);
    let slowness = noticeSlowness();
    try {
      for await (const event of events) {
        if (event.event === 'done') return event.data.messages;
        this.#arrive(event);
        clearTimeout(slowness);
        slowness = noticeSlowness();
      }
      throw new NoAnswerError();
    } finally {
      clearTimeout(slowness);
      void refreshSettings(this.#id);
    }
  }

  #arrive(event: Exclude<AssistantEvent, { event: 'done' }>): void {
    const { text, items } = this.state.arriving ?? EMPTY;
    if (event.event === 'delta')
      this.#set({ arriving: { text: text + event.data.text, items }, notice: null });
    else if (event.event === 'item') this.#set({ arriving: { text, items: [...items, event.data] } });
    else throw new ApiError(STATUSES[event.data.code] ?? 500, event.data);
  }

  #begin(patch: Partial<ConversationState>): AbortController {
    this.#running?.abort();
    this.#running = new AbortController();
    this.#set({ arriving: EMPTY, failure: null, notice: null, ...patch });
    return this.#running;
  }

  #fail(patch: Partial<ConversationState>, failure: Failure): void {
    const { arriving, tries } = this.state;
    // What has arrived stays in view; the server keeps it too.
    const part = arriving?.text === '' ? null : arriving;
    this.#set({ arriving: part, notice: null, failure, tries: tries + 1, ...patch });
  }

  #set(patch: Partial<ConversationState>): void {
    this.state = { ...this.state, ...patch };
    this.#listeners.notify();
  }
}

const conversations = new Map<string, Conversation>();

/** Returns the conversation about a snapshot of the person who uses this browser. */
export function conversationOf(id: string): Conversation {
  const key = `${callerIn(id)} ${id}`;
  const known = conversations.get(key);
  if (known) return known;
  const conversation = new Conversation(id);
  conversations.set(key, conversation);
  void conversation.load();
  return conversation;
}
