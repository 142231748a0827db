import { EventEmitter, type Terminal, ThemeIcon, window } from 'vscode';
import type { Style } from './log.ts';

const CODES: Record<Style, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };

/** A terminal in which nothing can be typed and nothing runs. */
export class StageTerminal {
  private terminal: Terminal | null = null;
  private readonly written = new EventEmitter<string>();
  /** What is written before the terminal can show it; null once it can. */
  private waiting: string[] | null = [];

  line(text: string, style?: Style): void {
    const painted = style ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text;
    const written = `${painted.replaceAll('\n', '\r\n')}\r\n`;
    if (this.waiting) this.waiting.push(written);
    else this.written.fire(written);
  }

  /** Shows it where it is new or asked for: who has put it away is not bothered at every stage. */
  reveal(isAsked: boolean): void {
    const isNew = this.terminal === null;
    this.terminal ??= this.create();
    if (isNew || isAsked) this.terminal.show(true);
  }

  dispose(): void {
    this.terminal?.dispose();
    this.written.dispose();
  }

  private create(): Terminal {
    return window.createTerminal({
      name: 'Stagelink',
      iconPath: new ThemeIcon('cloud-upload'),
      isTransient: true,
      pty: {
        onDidWrite: this.written.event,
        open: () => {
          const early = this.waiting ?? [];
          this.waiting = null;
          for (const text of early) this.written.fire(text);
        },
        close: () => {
          this.terminal = null;
          this.waiting = [];
        },
      },
    });
  }
}
