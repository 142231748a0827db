import type { Told } from '@stagelink/shared/staging/telling';
import { type OutputChannel, window, workspace } from 'vscode';
import { StageTerminal } from './terminal.ts';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

/**
 * How stages go and where they led: in a terminal; in a workspace that is not trusted, where editors open no terminal,
 * in the panel of outputs.
 */
export class Log {
  private readonly terminal = new StageTerminal();
  private channel: OutputChannel | null = null;

  line(text: string, style?: Style): void {
    if (workspace.isTrusted) this.terminal.line(text, style);
    else this.output().appendLine(text);
  }

  told({ kind, text }: Told): void {
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
    if (workspace.isTrusted) this.terminal.reveal(isAsked);
    else if (isAsked || this.channel === null) this.output().show(true);
  }

  dispose(): void {
    this.terminal.dispose();
    this.channel?.dispose();
  }

  private output(): OutputChannel {
    return (this.channel ??= window.createOutputChannel('Stagelink'));
  }
}
