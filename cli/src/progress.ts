import type { StageEvent } from '@stagelink/shared/staging/events';
import { paint } from './colour.ts';
import { type Context, say } from './context.ts';
import { count, duration, size } from './words.ts';

const CLEAR_LINE = '\r\u001b[2K';

/** Tells on stderr how a stage goes: a line that lasts for what matters, one that is overwritten for what passes. */
export class Progress {
  private readonly context: Context;
  private passing = false;

  constructor(context: Context) {
    this.context = context;
  }

  show(event: StageEvent): void {
    switch (event.type) {
      case 'detected':
        if (event.kind === 'build')
          this.keep(`${event.framework ?? 'Project'} with ${event.packageManager ?? 'its own command'}`);
        return;
      case 'build_started':
        return this.keep(paint(this.context, 'bold', `$ ${event.command.text}`));
      case 'build_line':
        return this.keep(paint(this.context, 'dim', `  ${event.text}`));
      case 'build_finished':
        return this.keep(
          `${event.step === 'install' ? 'Installed' : 'Built'} in ${duration(event.milliseconds)}`,
        );
      case 'collected':
        return this.pass(`Reading ${count(event.files, 'file')}…`);
      case 'hashing':
        return this.pass(`Reading ${event.files} of ${count(event.ofFiles, 'file')}, ${size(event.bytes)}…`);
      case 'link_skipped':
        return this.warn(`${event.path} is a link that leads elsewhere and was left out.`);
      case 'large_file':
        return this.warn(`${event.path} is ${size(event.bytes)}; a page with it will load slowly.`);
      case 'secret_warning':
        return this.warn(
          `${event.path}, line ${event.line}: this looks like a ${event.what}, and everyone with the link can read it.`,
        );
      case 'offered':
        return this.keep(
          event.missingFiles === 0
            ? `Nothing new to send (${size(event.bytes)} in all)`
            : `Sending ${count(event.missingFiles, 'file')}, ${size(event.missingBytes)} of ${size(event.bytes)}`,
        );
      case 'uploading':
        return this.pass(`Sent ${size(event.bytes)} of ${size(event.ofBytes)}…`);
      case 'retrying':
        return this.warn(`${event.reason} Trying again in ${duration(event.milliseconds)}.`);
      case 'restarted':
        return this.warn(`${event.path} changed while it was staged; reading everything again.`);
      case 'finalizing':
        return this.pass('Publishing…');
      case 'done':
        return this.keep(
          paint(
            this.context,
            'green',
            `Staged as version ${event.staged.version} in ${duration(event.milliseconds)}`,
          ),
        );
      case 'hashed':
      case 'output_chosen':
        return;
    }
  }

  /** Takes away what was only passing. */
  clear(): void {
    if (this.passing) this.context.stderr.write(CLEAR_LINE);
    this.passing = false;
  }

  private keep(text: string): void {
    this.clear();
    say(this.context, text);
  }

  private warn(text: string): void {
    this.keep(paint(this.context, 'yellow', `! ${text}`));
  }

  private pass(text: string): void {
    if (!this.context.stderr.isTTY) return;
    this.context.stderr.write(CLEAR_LINE + paint(this.context, 'dim', text));
    this.passing = true;
  }
}
