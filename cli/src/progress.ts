import type { StageEvent } from '@stagelink/shared/staging/events';
import { tell, type Told } from '@stagelink/shared/staging/telling';
import { paint } from './colour.ts';
import { type Context, say } from './context.ts';

const CLEAR_LINE = '\r\u001b[2K';

/** Tells on stderr how a stage goes: a line that lasts for what matters, one that is overwritten for what passes. */
export class Progress {
  private readonly context: Context;
  private passing = false;

  constructor(context: Context) {
    this.context = context;
  }

  show(event: StageEvent): void {
    const told = tell(event);
    if (!told) return;
    if (told.kind === 'passing') this.pass(told.text);
    else this.keep(this.painted(told));
  }

  /** Takes away what was only passing. */
  clear(): void {
    if (this.passing) this.context.stderr.write(CLEAR_LINE);
    this.passing = false;
  }

  private painted({ kind, text }: Told): string {
    switch (kind) {
      case 'command':
        return paint(this.context, 'bold', `$ ${text}`);
      case 'output':
        return paint(this.context, 'dim', `  ${text}`);
      case 'warning':
        return paint(this.context, 'yellow', `! ${text}`);
      case 'done':
        return paint(this.context, 'green', text);
      default:
        return text;
    }
  }

  private keep(text: string): void {
    this.clear();
    say(this.context, text);
  }

  private pass(text: string): void {
    if (!this.context.stderr.isTTY) return;
    this.context.stderr.write(CLEAR_LINE + paint(this.context, 'dim', text));
    this.passing = true;
  }
}
