import { setTimeout as wait } from 'node:timers/promises';
import type {
  EngineCommand,
  EngineCommands,
  EngineSignal,
  EngineSignals,
  FromEngine,
} from '../../protocol/engine.ts';
import { type Heartbeat, startHeartbeat } from './engineHeartbeat.ts';
import type { EngineProcess } from './engineNode.ts';
import { UserError } from '@stagelink/shared/client/userError';

export type Ask = <C extends EngineCommand>(
  command: C,
  ...args: Parameters<EngineCommands[C]>
) => Promise<ReturnType<EngineCommands[C]>>;

type OnSignal = <S extends EngineSignal>(signal: S, ...args: Parameters<EngineSignals[S]>) => void;

export interface Engine {
  ask: Ask;
  /** Why it does not run; null while it does. */
  problem: () => string | null;
  /** Starts it again after repeated crashes. */
  restart: () => void;
  /** Ends it in order, or by force after a timeout. */
  stop: () => Promise<void>;
}

export interface EngineOptions {
  start: () => EngineProcess;
  onSignal: OnSignal;
  /** The engine started or restarted; sends it its state. */
  onReady: (ask: Ask) => void;
  onProblem: (problem: string | null) => void;
  /** Delay before the nth start after a crash. */
  backoffMs?: (crashes: number) => number;
  /** Running time after which earlier crashes no longer count. */
  steadyMs?: number;
  /** Interval of the heartbeat. */
  beatMs?: number;
  /** Time after which a stopping engine is ended by force. */
  stopMs?: number;
}

interface Question {
  resolve: (value: unknown) => void;
  reject: (cause: Error) => void;
}

const CRASHES_MAX = 5;
/** The engine responds in the thread in which it writes and reads, so it may be late. */
const MISSED_BEATS_MAX = 4;
/** Before it is ready, it checks its whole store. */
const MISSED_BEATS_MAX_STARTING = 15;
const STOPPED = 'The Stagelink engine stopped.';
const HUNG = 'The Stagelink engine stopped responding and was ended.';
const comesBack = (why: string) => `${why} It is being restarted. No files were changed.`;
const GIVEN_UP = `${STOPPED} It was started ${CRASHES_MAX} times and crashed each time. Restart it. If that does not help, quit and reopen Stagelink.`;
const cannotStart = (reason: string) => `${STOPPED} ${reason}`;

/** Keeps the engine running. A crash rejects open requests and is reported. */
export function superviseEngine(options: EngineOptions): Engine {
  const { backoffMs = (crashes) => 250 * 2 ** crashes, steadyMs = 60_000 } = options;
  const { beatMs = 4_000, stopMs = 10_000 } = options;
  const questions = new Map<number, Question>();
  /** Requests made before the engine was ready. */
  let waiting: (() => void)[] = [];
  let child: EngineProcess | null = null;
  let isReady = false;
  let isStopping = false;
  /** Reported when it exits. */
  let why = STOPPED;
  let isGivenUp = false;
  /** Reported by the engine before it exited. */
  let reason: string | null = null;
  let crashes = 0;
  let readyAt = Infinity;
  let lastId = 0;
  let problem: string | null = null;
  let retry: NodeJS.Timeout | undefined;
  let heartbeat: Heartbeat | undefined;
  let exited = Promise.resolve();

  function setProblem(next: string | null): void {
    if (next === problem) return;
    problem = next;
    options.onProblem(next);
  }

  function rejectAll(): void {
    const open = [...questions.values()];
    questions.clear();
    waiting = [];
    const hint = isStopping ? '' : 'Try again in a moment.';
    for (const { reject } of open) reject(new UserError('engine_stopped', why, hint));
  }

  function take(message: FromEngine): void {
    heartbeat?.received();
    if (message.type === 'signal') return options.onSignal(message.signal, ...(message.args as never));
    if (message.type === 'failed') {
      reason = message.message;
      return;
    }
    if (message.type === 'ready') {
      isReady = true;
      readyAt = Date.now();
      setProblem(null);
      options.onReady(ask);
      const asked = waiting;
      waiting = [];
      for (const post of asked) post();
      return;
    }
    const question = questions.get(message.id);
    questions.delete(message.id);
    if (message.type === 'answer') question?.resolve(message.value);
    else question?.reject(new UserError(message.code, message.message, message.hint));
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
      return setProblem(reason === null ? GIVEN_UP : why);
    }
    setProblem(comesBack(why));
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
        // The exit event reports a missing response.
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
      return Promise.reject(new UserError('engine_stopped', problem ?? STOPPED));
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
      setProblem(comesBack(STOPPED));
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
