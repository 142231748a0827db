import { rmSync } from 'node:fs';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Runtime } from '@stagelink/shared/client/runtime';
import { systemRuntime } from '@stagelink/shared/staging/node/runtime';
import { onTestFinished } from 'vitest';
import type { Folder, FolderState, Problem, StageRecord } from '../../protocol/folders.ts';
import { createEngine, type Engine, type EngineOptions } from '../engine.ts';
import { detectFolder } from '../detectFolder.ts';
import type { EngineSignal, EngineSignals } from '../../protocol/engine.ts';
import { settleInterrupted } from '../folderRecord.ts';
import { sendTo, sendUntil } from '../sending.ts';
import { runStage } from '../stageRun.ts';
import type { FolderWork } from '../work/folderWork.ts';

/** Reads folders where the engine runs, so that a test decides what time is. */
const workHere = (runtime: Runtime): FolderWork => ({
  stage(job, onEvent, signal) {
    return runStage(job, { send: sendUntil(job.account, signal), runtime, signal, onEvent });
  },
  look: ({ folder, environment }) => detectFolder(folder, environment),
  settle: (recorded) =>
    settleInterrupted(recorded, sendTo(recorded.account, { token: recorded.account.token ?? undefined })),
  isHeld: () => false,
  close: () => {},
});

type EngineEvent = { [S in EngineSignal]: [signal: S, ...args: Parameters<EngineSignals[S]>] }[EngineSignal];

/** Shorter than the time a test may take, so that its failure names what the engine did last. */
const UNTIL_MS = 90_000;

export const ACCOUNT = 'ada@here';
export const UID = 'ada';

type StateOf<K extends FolderState['kind']> = Extract<FolderState, { kind: K }>;

/** The real engine with its own folder and everything it published. */
export interface TestEngine extends Pick<Engine, 'handlers' | 'stop'> {
  signals: EngineEvent[];
  /** Waits until `found` returns a value. */
  until: <T>(found: () => T | undefined | false | null) => Promise<T>;
  untilState: <K extends FolderState['kind']>(folderId: string, kind: K) => Promise<StateOf<K>>;
  /** Waits for the error that stops staging on change. */
  untilProblem: (folderId: string) => Promise<Problem>;
  /** Waits for this many finished stages. */
  untilEnded: (count: number) => Promise<StageRecord[]>;
  folder: (folderId: string) => Promise<Folder>;
  /** Adds a folder and waits for its detection. */
  add: (folder: string) => Promise<Folder>;
  /** Stages a folder and allows its build. */
  agree: (folderId: string) => Promise<void>;
  signIn: (server: string, token?: string | null) => Promise<void>;
}

/** Creates a temporary folder for a store. */
export function storeFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'stagelink-store-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function testEngine(more: Partial<EngineOptions> = {}): TestEngine {
  const signals: EngineEvent[] = [];
  const waiting = new Set<() => void>();
  // Waits are as long as they would be, counted in milliseconds instead of seconds.
  const runtime: Runtime = {
    ...systemRuntime,
    sleep: (milliseconds, signal) => systemRuntime.sleep(milliseconds / 100, signal),
  };
  const folder = more.folder ?? storeFolder();
  const engine = createEngine({
    folder,
    linksFolder: path.join(folder, 'links'),
    runtime,
    work: () => workHere(more.runtime ?? runtime),
    environment: async () => process.env,
    ...more,
    emit: (signal, ...args) => {
      signals.push([signal, ...args] as unknown as EngineEvent);
      for (const look of waiting) look();
    },
  });
  let stopped: Promise<void> | null = null;
  const stop = () => (stopped ??= engine.stop());
  onTestFinished(stop);

  const until: TestEngine['until'] = (found) =>
    new Promise((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(late);
        waiting.delete(look);
        end();
      };
      const late = setTimeout(
        () =>
          settle(() =>
            reject(new Error(`Waited in vain. Last signals: ${JSON.stringify(signals.slice(-30))}`)),
          ),
        UNTIL_MS,
      );
      const look = () => {
        const value = found();
        if (value) settle(() => resolve(value));
      };
      waiting.add(look);
      look();
    });
  const folders = () => engine.handlers['folders.list']() as readonly Folder[];
  const ended = () => signals.flatMap((one) => (one[0] === 'stage.ended' ? [one[2]] : []));

  return {
    handlers: engine.handlers,
    stop,
    signals,
    until,
    untilState: (folderId, kind) =>
      until(() => {
        const state = folders().find(({ id }) => id === folderId)?.state;
        return state?.kind === kind ? (state as StateOf<typeof kind>) : null;
      }),
    untilProblem: (folderId) => until(() => folders().find(({ id }) => id === folderId)?.watchProblem),
    untilEnded: (count) => until(() => ended().length >= count && ended()),
    folder: async (folderId) => {
      const found = folders().find(({ id }) => id === folderId);
      if (!found) throw new Error('There is no such folder');
      return found;
    },
    async add(folder) {
      const { id } = await engine.handlers['folders.add'](folder);
      return until(() =>
        folders().find((one) => one.id === id && (one.detected ?? one.state.kind === 'failed')),
      );
    },
    async agree(folderId) {
      await engine.handlers['folders.stage'](folderId);
      const state = await until(() => {
        const found = folders().find(({ id }) => id === folderId)?.state;
        return found && ['asking', 'idle', 'failed'].includes(found.kind) ? found : null;
      });
      if (state.kind === 'asking') await engine.handlers['folders.agree'](folderId, state.fingerprints);
    },
    async signIn(server, token = 'stl_pat_test') {
      await engine.handlers['accounts.set']([{ id: ACCOUNT, server, uid: UID, token, proxy: null }], ACCOUNT);
      await engine.handlers['watching.pause'](false);
    },
  };
}
