import type { Runtime } from '@stagelink/shared/client/runtime';
import { shellEnv } from 'shell-env';
import { type Environment, environmentIn } from './nodeVersion.ts';

/** How long a build waits for a login shell. A shell that prompts at its start never responds. */
const SHELL_MS = 5_000;
/** The same before a program counts as not installed. */
const REFRESH_MS = 30_000;

export interface LoginEnvironmentOptions {
  /** Reads the variables of a login shell. */
  ask?: (() => Promise<Environment>) | undefined;
  runtime: Runtime;
}

/**
 * Variables as in a terminal: programs started from a desktop lack most of what a user installed. Uses this
 * process's own until the shell responds, and a late response from then on.
 */
export class LoginEnvironment {
  readonly #ask: () => Promise<Environment>;
  readonly #runtime: Runtime;
  #answer: Environment | null = null;
  #asking: Promise<void> | null = null;

  constructor({ ask = shellEnv, runtime }: LoginEnvironmentOptions) {
    this.#ask = ask;
    this.#runtime = runtime;
    void this.#askOnce();
  }

  /** Returns the variables a terminal would have in this folder. */
  async of(folder: string): Promise<Environment> {
    if (this.#answer === null) await this.#wait(SHELL_MS);
    return environmentIn(folder, { ...process.env, ...this.#answer });
  }

  /** Runs the shell again; returns whether its variables changed. */
  async refresh(): Promise<boolean> {
    const before = JSON.stringify(this.#answer);
    await this.#wait(REFRESH_MS);
    return JSON.stringify(this.#answer) !== before;
  }

  async #wait(milliseconds: number): Promise<void> {
    const ended = new AbortController();
    const late = this.#runtime.sleep(milliseconds, ended.signal).catch(() => {});
    await Promise.race([this.#askOnce(), late]);
    ended.abort();
  }

  #askOnce(): Promise<void> {
    this.#asking ??= this.#ask()
      .then(
        (answer) => void (this.#answer = answer),
        () => {},
      )
      .finally(() => (this.#asking = null));
    return this.#asking;
  }
}
