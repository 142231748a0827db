import type { EventText } from '@stagelink/shared/staging/core/describeEvent';
import { type OutputChannel, window, workspace } from 'vscode';
import { StageTerminal, type Style } from './terminal.ts';

/**
 * Output of stages: a terminal, or an output channel in an untrusted workspace, where editors open no
 * terminal.
 */
export class Log {
  readonly #terminal = new StageTerminal();
  #channel: OutputChannel | null = null;

  line(text: string, style?: Style): void {
    if (workspace.isTrusted) this.#terminal.line(text, style);
    else this.#output().appendLine(text);
  }

  event({ kind, text }: EventText): void {
    switch (kind) {
      case 'passing':
        return;
      case 'command':
        return this.line(`$ ${text}`, 'bold');
      case 'output':
        return this.line(`  ${text}`, 'dim');
      case 'warning':
        return this.line(`! ${text}`, 'yellow');
      case 'done':
        return this.line(text, 'green');
      case 'fact':
        return this.line(text);
    }
  }

  reveal({ isAsked = false } = {}): void {
    if (workspace.isTrusted) this.#terminal.reveal(isAsked);
    else if (isAsked || this.#channel === null) this.#output().show(true);
  }

  dispose(): void {
    this.#terminal.dispose();
    this.#channel?.dispose();
  }

  #output(): OutputChannel {
    return (this.#channel ??= window.createOutputChannel('Stagelink'));
  }
}
