import { EventEmitter, type Terminal, ThemeIcon, window } from 'vscode';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

const CODES: Record<Style, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };

/** Read-only terminal that runs no process. */
export class StageTerminal {
  #terminal: Terminal | null = null;
  readonly #written = new EventEmitter<string>();
  /** Output written before the terminal opened; null afterwards. */
  #waiting: string[] | null = [];

  line(text: string, style?: Style): void {
    const painted = style ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text;
    const written = `${painted.replaceAll('\n', '\r\n')}\r\n`;
    if (this.#waiting) this.#waiting.push(written);
    else this.#written.fire(written);
  }

  /** Shows the terminal when new or requested; a terminal the user closed stays closed at the next stage. */
  reveal(isAsked: boolean): void {
    const isNew = this.#terminal === null;
    this.#terminal ??= this.#create();
    if (isNew || isAsked) this.#terminal.show(true);
  }

  dispose(): void {
    this.#terminal?.dispose();
    this.#written.dispose();
  }

  #create(): Terminal {
    return window.createTerminal({
      name: 'Stagelink',
      iconPath: new ThemeIcon('cloud-upload'),
      isTransient: true,
      pty: {
        onDidWrite: this.#written.event,
        open: () => {
          const early = this.#waiting ?? [];
          this.#waiting = null;
          for (const text of early) this.#written.fire(text);
        },
        close: () => {
          this.#terminal = null;
          this.#waiting = [];
        },
      },
    });
  }
}
