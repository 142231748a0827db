import type { Surroundings } from '@stagelink/shared/staging/surroundings';
import { shellEnv } from 'shell-env';
import { environmentIn } from './nodeVersion.ts';

/** The variables builds are run with. */
export type Environment = Record<string, string | undefined>;

/** How long a build waits for a login shell. One that asks something at its start never answers. */
const SHELL_MS = 5_000;
/** How long it is waited for before a program counts as not installed. */
const REFRESH_MS = 30_000;

export interface LoginEnvironmentOptions {
  /** Asks a login shell for its variables. */
  ask?: (() => Promise<Environment>) | undefined;
  surroundings: Surroundings;
}

/**
 * The variables a terminal would have: programs started from a desktop know little of what a person installed. Until
 * the shell answers, this process's own; an answer that comes late is used from then on.
 */
export class LoginEnvironment {
  private readonly ask: () => Promise<Environment>;
  private readonly surroundings: Surroundings;
  private answer: Environment | null = null;
  private asking: Promise<void> | null = null;

  constructor({ ask = shellEnv, surroundings }: LoginEnvironmentOptions) {
    this.ask = ask;
    this.surroundings = surroundings;
    void this.askOnce();
  }

  /** As a terminal in this folder would have them. */
  async of(folder: string): Promise<Environment> {
    if (this.answer === null) await this.wait(SHELL_MS);
    return environmentIn(folder, { ...process.env, ...this.answer });
  }

  /** Asks the shell again; true when it has other variables now. */
  async refresh(): Promise<boolean> {
    const before = JSON.stringify(this.answer);
    await this.wait(REFRESH_MS);
    return JSON.stringify(this.answer) !== before;
  }

  private async wait(milliseconds: number): Promise<void> {
    const ended = new AbortController();
    const late = this.surroundings.wait(milliseconds, ended.signal).catch(() => {});
    await Promise.race([this.askOnce(), late]);
    ended.abort();
  }

  private askOnce(): Promise<void> {
    this.asking ??= this.ask()
      .then(
        (answer) => void (this.answer = answer),
        () => {},
      )
      .finally(() => (this.asking = null));
    return this.asking;
  }
}
