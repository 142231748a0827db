import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const SCRIPT = path.resolve(import.meta.dirname, '../../desktop/src/engine/index.ts');

interface EngineReply {
  type: 'ready' | 'answer' | 'refusal' | 'signal';
  id?: number;
  value?: unknown;
  message?: string;
  signal?: string;
  args?: unknown[];
}

/** The companion's engine as a process, driven like by its main process. */
export interface EngineProcess {
  process: ChildProcess;
  ask: (command: string, ...args: unknown[]) => Promise<unknown>;
  /** Waits for an event with these arguments, earlier ones included. */
  until: (signal: string, matches: (...args: never[]) => boolean) => Promise<unknown[]>;
  /** Kills it. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts the engine with the store in `folder`. */
export async function startEngine(folder: string): Promise<EngineProcess> {
  const child = fork(SCRIPT, [folder], { execArgv: [], serialization: 'advanced' });
  const questions = new Map<number, PromiseWithResolvers<unknown>>();
  const messages: EngineReply[] = [];
  const waiting = new Set<() => void>();
  const ready = Promise.withResolvers<void>();
  child.on('message', (given) => {
    const message = given as EngineReply;
    const question = questions.get(message.id ?? 0);
    if (message.type === 'ready') ready.resolve();
    else if (message.type === 'answer') question?.resolve(message.value);
    else if (message.type === 'refusal') question?.reject(new Error(message.message));
    else {
      messages.push(message);
      for (const look of waiting) look();
    }
  });
  let lastId = 0;
  const ask: EngineProcess['ask'] = (command, ...args) => {
    lastId += 1;
    const question = Promise.withResolvers<unknown>();
    questions.set(lastId, question);
    child.send({ id: lastId, command, args });
    return question.promise;
  };
  const end = async (act: () => unknown) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    act();
    await exited;
  };
  await ready.promise;
  return {
    process: child,
    ask,
    until: (signal, matches) =>
      new Promise((resolve) => {
        const look = () => {
          const found = messages.find(
            (one) => one.signal === signal && matches(...((one.args ?? []) as never[])),
          );
          if (!found) return;
          waiting.delete(look);
          resolve(found.args ?? []);
        };
        waiting.add(look);
        look();
      }),
    kill: () => end(() => child.kill('SIGKILL')),
    stop: () => end(() => void ask('engine.stop')),
  };
}
