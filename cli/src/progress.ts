import type { StageEvent } from '@stagelink/shared/staging/core/events';
import { describeEvent, type EventText } from '@stagelink/shared/staging/core/describeEvent';
import { paint } from './colour.ts';
import { type Context, writeStatus } from './context.ts';

const CLEAR_LINE = '\r\u001b[2K';

/** Writes the progress of a stage to stderr: permanent lines for facts, one overwritten line for progress. */
export class Progress {
  readonly #context: Context;
  #passing = false;

  constructor(context: Context) {
    this.#context = context;
  }

  show(event: StageEvent): void {
    const described = describeEvent(event);
    if (!described) return;
    if (described.kind === 'passing') this.#pass(described.text);
    else this.#keep(this.#painted(described));
  }

  /** Clears the overwritten line. */
  clear(): void {
    if (this.#passing) this.#context.stderr.write(CLEAR_LINE);
    this.#passing = false;
  }

  #painted({ kind, text }: EventText): string {
    switch (kind) {
      case 'command':
        return paint(this.#context, 'bold', `$ ${text}`);
      case 'output':
        return paint(this.#context, 'dim', `  ${text}`);
      case 'warning':
        return paint(this.#context, 'yellow', `! ${text}`);
      case 'done':
        return paint(this.#context, 'green', text);
      default:
        return text;
    }
  }

  #keep(text: string): void {
    this.clear();
    writeStatus(this.#context, text);
  }

  #pass(text: string): void {
    if (!this.#context.stderr.isTTY) return;
    this.#context.stderr.write(CLEAR_LINE + paint(this.#context, 'dim', text));
    this.#passing = true;
  }
}
