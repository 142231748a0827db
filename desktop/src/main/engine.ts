import { setTimeout as wait } from 'node:timers/promises';
import type {
  EngineCommand,
  EngineCommands,
  EngineSignal,
  EngineSignals,
  FromEngine,
} from '../engine/protocol.ts';
import type { EngineProcess } from './engineProcess.ts';
import { Refusal } from './refusal.ts';

export type Ask = <C extends EngineCommand>(
  command: C,
  ...args: Parameters<EngineCommands[C]>
) => Promise<ReturnType<EngineCommands[C]>>;

type Hear = <S extends EngineSignal>(signal: S, ...args: Parameters<EngineSignals[S]>) => void;

export interface Engine {
  ask: Ask;
  /** Why it does not run; null while it does. */
  problem: () => string | null;
  /** Starts it again after it was given up. */
  restart: () => void;
  /** In order, and by force when it will not. */
  stop: () => Promise<void>;
}

export interface EngineOptions {
  start: () => EngineProcess;
  hear: Hear;
  /** It runs, for the first time or again: what it has to know is said now. */
  onReady: (ask: Ask) => void;
  onProblem: (problem: string | null) => void;
  /** How long to wait before the nth start after a crash. */
  backoffMs?: (crashes: number) => number;
  /** Of running without a crash, after which earlier ones are forgotten. */
  steadyMs?: number;
  /** Of silence, after which a stopping engine is ended by force. */
  stopMs?: number;
}

interface Question {
  resolve: (value: unknown) => void;
  reject: (cause: Error) => void;
}

const CRASHES_MAX = 5;
const STOPPED = 'The part of Stagelink that watches and stages has stopped.';
const COMES_BACK = `${STOPPED} It is being started again; nothing on your disk was changed.`;
const GIVEN_UP = `${STOPPED} It was started ${CRASHES_MAX} times and would not stay. Restart it, and if that does not help, quit Stagelink and open it again.`;

/** Keeps the engine running: a crash costs the questions that were open, and is told. */
export function superviseEngine(options: EngineOptions): Engine {
  const { backoffMs = (crashes) => 250 * 2 ** crashes, steadyMs = 60_000, stopMs = 10_000 } = options;
  const questions = new Map<number, Question>();
  /** Asked before the engine could hear. */
  let waiting: (() => void)[] = [];
  let child: EngineProcess | null = null;
  let isReady = false;
  let isStopping = false;
  let crashes = 0;
  let startedAt = 0;
  let lastId = 0;
  let problem: string | null = null;
  let retry: NodeJS.Timeout | undefined;
  let exited = Promise.resolve();

  function tellProblem(next: string | null): void {
    if (next === problem) return;
    problem = next;
    options.onProblem(next);
  }

  function rejectAll(): void {
    const open = [...questions.values()];
    questions.clear();
    waiting = [];
    const hint = isStopping ? '' : 'Try again in a moment.';
    for (const { reject } of open) reject(new Refusal('engine_stopped', STOPPED, hint));
  }

  function take(message: FromEngine): void {
    if (message.type === 'signal') return options.hear(message.signal, ...(message.args as never));
    if (message.type === 'ready') {
      isReady = true;
      tellProblem(null);
      options.onReady(ask);
      const asked = waiting;
      waiting = [];
      for (const post of asked) post();
      return;
    }
    const question = questions.get(message.id);
    questions.delete(message.id);
    if (message.type === 'answer') question?.resolve(message.value);
    else question?.reject(new Refusal(message.code, message.message, message.hint));
  }

  function lost(): void {
    child = null;
    isReady = false;
    rejectAll();
    if (isStopping) return;
    if (Date.now() - startedAt > steadyMs) crashes = 0;
    crashes += 1;
    if (crashes >= CRASHES_MAX) return tellProblem(GIVEN_UP);
    tellProblem(COMES_BACK);
    retry = setTimeout(start, backoffMs(crashes));
  }

  function start(): void {
    startedAt = Date.now();
    const began = options.start();
    child = began;
    began.onMessage(take);
    exited = new Promise((resolve) =>
      began.onExit(() => {
        lost();
        resolve();
      }),
    );
  }

  const ask: Ask = (command, ...args) => {
    if (isStopping || problem === GIVEN_UP) {
      return Promise.reject(new Refusal('engine_stopped', problem ?? STOPPED));
    }
    lastId += 1;
    const id = lastId;
    const post = () => child?.post({ id, command, args });
    return new Promise((resolve, reject) => {
      questions.set(id, { resolve: resolve as Question['resolve'], reject });
      if (isReady) post();
      else waiting.push(post);
    });
  };

  start();
  return {
    ask,
    problem: () => problem,
    restart() {
      if (child || isStopping) return;
      clearTimeout(retry);
      crashes = 0;
      tellProblem(COMES_BACK);
      start();
    },
    async stop() {
      clearTimeout(retry);
      const asked = isReady ? ask('engine.stop').catch(() => {}) : Promise.resolve(child?.kill());
      isStopping = true;
      await Promise.race([exited, wait(stopMs, undefined, { ref: false })]);
      child?.kill();
      await Promise.race([asked, exited]);
    },
  };
}
