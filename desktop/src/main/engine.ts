import { setTimeout as wait } from 'node:timers/promises';
import type {
  EngineCommand,
  EngineCommands,
  EngineSignal,
  EngineSignals,
  FromEngine,
} from '../engine/protocol.ts';
import { type Heartbeat, startHeartbeat } from './engineHeartbeat.ts';
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
  /** Between two questions whether it is still there. */
  beatMs?: number;
  /** Of silence, after which a stopping engine is ended by force. */
  stopMs?: number;
}

interface Question {
  resolve: (value: unknown) => void;
  reject: (cause: Error) => void;
}

const CRASHES_MAX = 5;
/** It writes, reads and hashes where it answers, so it may well be late. */
const MISSED_BEATS_MAX = 4;
/** Before it is ready it looks through its whole store. */
const MISSED_BEATS_MAX_STARTING = 15;
const STOPPED = 'The part of Stagelink that watches and stages has stopped.';
const HUNG = 'The part of Stagelink that watches and stages did not answer any more and was ended.';
const comesBack = (why: string) => `${why} It is being started again; nothing on your disk was changed.`;
const GIVEN_UP = `${STOPPED} It was started ${CRASHES_MAX} times and would not stay. Restart it, and if that does not help, quit Stagelink and open it again.`;
const cannotStart = (reason: string) => `${STOPPED} ${reason}`;

/** Keeps the engine running: a crash costs the questions that were open, and is told. */
export function superviseEngine(options: EngineOptions): Engine {
  const { backoffMs = (crashes) => 250 * 2 ** crashes, steadyMs = 60_000 } = options;
  const { beatMs = 4_000, stopMs = 10_000 } = options;
  const questions = new Map<number, Question>();
  /** Asked before the engine could hear. */
  let waiting: (() => void)[] = [];
  let child: EngineProcess | null = null;
  let isReady = false;
  let isStopping = false;
  /** Said when it ends. */
  let why = STOPPED;
  let isGivenUp = false;
  /** What it said itself before it ended. */
  let reason: string | null = null;
  let crashes = 0;
  let readyAt = Infinity;
  let lastId = 0;
  let problem: string | null = null;
  let retry: NodeJS.Timeout | undefined;
  let heartbeat: Heartbeat | undefined;
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
    for (const { reject } of open) reject(new Refusal('engine_stopped', why, hint));
  }

  function take(message: FromEngine): void {
    heartbeat?.heard();
    if (message.type === 'signal') return options.hear(message.signal, ...(message.args as never));
    if (message.type === 'failed') {
      reason = message.message;
      return;
    }
    if (message.type === 'ready') {
      isReady = true;
      readyAt = Date.now();
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
    heartbeat?.stop();
    child = null;
    isReady = false;
    rejectAll();
    if (isStopping) return;
    if (Date.now() - readyAt > steadyMs) crashes = 0;
    crashes += 1;
    if (reason !== null) why = cannotStart(reason);
    if (crashes >= CRASHES_MAX) {
      isGivenUp = true;
      return tellProblem(reason === null ? GIVEN_UP : why);
    }
    tellProblem(comesBack(why));
    retry = setTimeout(start, backoffMs(crashes));
  }

  function start(): void {
    why = STOPPED;
    reason = null;
    isGivenUp = false;
    readyAt = Infinity;
    const began = options.start();
    child = began;
    heartbeat = startHeartbeat({
      everyMs: beatMs,
      missedMax: () => (isReady ? MISSED_BEATS_MAX : MISSED_BEATS_MAX_STARTING),
      beat() {
        // What became of it when there is no answer is told by the exit.
        if (isReady) void ask('engine.beat').catch(() => {});
      },
      onHang() {
        why = HUNG;
        began.kill();
      },
    });
    began.onMessage(take);
    exited = new Promise((resolve) =>
      began.onExit(() => {
        lost();
        resolve();
      }),
    );
  }

  const ask: Ask = (command, ...args) => {
    if (isStopping || isGivenUp) {
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
      tellProblem(comesBack(STOPPED));
      start();
    },
    async stop() {
      clearTimeout(retry);
      heartbeat?.stop();
      const asked = isReady ? ask('engine.stop').catch(() => {}) : Promise.resolve(child?.kill());
      isStopping = true;
      await Promise.race([exited, wait(stopMs, undefined, { ref: false })]);
      child?.kill();
      await Promise.race([asked, exited]);
    },
  };
}
