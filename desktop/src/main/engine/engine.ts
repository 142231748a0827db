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

/** The running process of the engine. */
interface Run {
  child: EngineProcess;
  heartbeat: Heartbeat;
  isReady: boolean;
  readyAt: number;
  /** Reported when it exits. */
  why: string;
  /** Reported by the engine before it exited. */
  reason: string | null;
}

class EngineSupervisor implements Engine {
  readonly #options: Required<EngineOptions>;
  readonly #questions = new Map<number, Question>();
  /** Requests made before the engine was ready. */
  #waiting: (() => void)[] = [];
  #run: Run | null = null;
  #isStopping = false;
  #isGivenUp = false;
  #crashes = 0;
  #lastId = 0;
  #problem: string | null = null;
  #retry: NodeJS.Timeout | undefined;
  #exited = Promise.resolve();

  constructor(options: Required<EngineOptions>) {
    this.#options = options;
    this.#start();
  }

  readonly ask: Ask = (command, ...args) => {
    if (this.#isStopping || this.#isGivenUp) {
      return Promise.reject(new UserError('engine_stopped', this.#problem ?? STOPPED));
    }
    this.#lastId += 1;
    const id = this.#lastId;
    const post = () => this.#run?.child.post({ id, command, args });
    return new Promise((resolve, reject) => {
      this.#questions.set(id, { resolve: resolve as Question['resolve'], reject });
      if (this.#run?.isReady) post();
      else this.#waiting.push(post);
    });
  };

  readonly problem = (): string | null => this.#problem;

  readonly restart = (): void => {
    if (this.#run || this.#isStopping) return;
    clearTimeout(this.#retry);
    this.#crashes = 0;
    this.#setProblem(comesBack(STOPPED));
    this.#start();
  };

  readonly stop = async (): Promise<void> => {
    clearTimeout(this.#retry);
    this.#run?.heartbeat.stop();
    const isReady = this.#run?.isReady ?? false;
    const stopping = isReady
      ? this.ask('engine.stop').catch(() => {})
      : Promise.resolve(this.#run?.child.kill());
    this.#isStopping = true;
    await Promise.race([this.#exited, wait(this.#options.stopMs, undefined, { ref: false })]);
    this.#run?.child.kill();
    await Promise.race([stopping, this.#exited]);
  };

  #setProblem(problem: string | null): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#options.onProblem(problem);
  }

  #start(): void {
    this.#isGivenUp = false;
    const child = this.#options.start();
    const heartbeat = startHeartbeat({
      everyMs: this.#options.beatMs,
      missedMax: () => (run.isReady ? MISSED_BEATS_MAX : MISSED_BEATS_MAX_STARTING),
      beat: () => {
        // The exit event reports a missing response.
        if (run.isReady) void this.ask('engine.beat').catch(() => {});
      },
      onHang() {
        run.why = HUNG;
        child.kill();
      },
    });
    const run: Run = { child, heartbeat, isReady: false, readyAt: Infinity, why: STOPPED, reason: null };
    this.#run = run;
    child.onMessage((message) => this.#take(run, message));
    this.#exited = new Promise((resolve) =>
      child.onExit(() => {
        this.#lost(run);
        resolve();
      }),
    );
  }

  #take(run: Run, message: FromEngine): void {
    run.heartbeat.received();
    if (message.type === 'signal') this.#options.onSignal(message.signal, ...(message.args as never));
    else if (message.type === 'failed') run.reason = message.message;
    else if (message.type === 'ready') this.#ready(run);
    else this.#settle(message);
  }

  #ready(run: Run): void {
    run.isReady = true;
    run.readyAt = Date.now();
    this.#setProblem(null);
    this.#options.onReady(this.ask);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const post of waiting) post();
  }

  #settle(message: Extract<FromEngine, { id: number }>): void {
    const question = this.#questions.get(message.id);
    this.#questions.delete(message.id);
    if (message.type === 'answer') question?.resolve(message.value);
    else question?.reject(new UserError(message.code, message.message, message.hint));
  }

  #rejectAll(why: string): void {
    const open = [...this.#questions.values()];
    this.#questions.clear();
    this.#waiting = [];
    const hint = this.#isStopping ? '' : 'Try again in a moment.';
    for (const { reject } of open) reject(new UserError('engine_stopped', why, hint));
  }

  #lost({ heartbeat, readyAt, reason, why }: Run): void {
    heartbeat.stop();
    this.#run = null;
    this.#rejectAll(why);
    if (this.#isStopping) return;
    if (Date.now() - readyAt > this.#options.steadyMs) this.#crashes = 0;
    this.#crashes += 1;
    const cause = reason === null ? why : cannotStart(reason);
    if (this.#crashes >= CRASHES_MAX) {
      this.#isGivenUp = true;
      this.#setProblem(reason === null ? GIVEN_UP : cause);
      return;
    }
    this.#setProblem(comesBack(cause));
    this.#retry = setTimeout(() => this.#start(), this.#options.backoffMs(this.#crashes));
  }
}

/** Keeps the engine running. A crash rejects open requests and is reported. */
export const superviseEngine = (options: EngineOptions): Engine =>
  new EngineSupervisor({
    backoffMs: (crashes) => 250 * 2 ** crashes,
    steadyMs: 60_000,
    beatMs: 4_000,
    stopMs: 10_000,
    ...options,
  });
