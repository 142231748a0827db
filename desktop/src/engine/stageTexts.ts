import { pinSummary } from '@stagelink/shared/domain/pinSummary';
import type { StageEvent } from '@stagelink/shared/staging/core/events';
import type { LogLine } from '../protocol/folders.ts';
import type { Staging } from './folderMachine/states.ts';
import type { PinResult } from './pinVerification.ts';

export const pinResultLine = ({ isPublished, pins }: PinResult): LogLine => ({
  kind: isPublished ? 'done' : 'warning',
  text: `${pinSummary(pins)}: ${isPublished ? 'the link shows it' : 'it is a draft'}`,
});

const verifyingText = (pins: number): string =>
  pins === 1 ? 'Verifying its open pin…' : `Verifying its ${pins} open pins…`;

const step = (name: Staging['step'], text: string, fraction: number | null = null): Staging => ({
  kind: 'staging',
  step: name,
  text,
  fraction,
});

/** Returns the state to show after an event; null to keep the current one. */
export function progressOf(event: StageEvent, text: string): Staging | null {
  switch (event.type) {
    case 'build_started':
      return step('building', event.command.text);
    case 'collected':
      return step('reading', text);
    case 'hashing':
      return step('reading', text, event.files / Math.max(1, event.ofFiles));
    case 'offered':
      return step('sending', text, 0);
    case 'uploading':
      return step('sending', text, event.bytes / Math.max(1, event.ofBytes));
    case 'retrying':
      return step('sending', text);
    case 'finalizing':
      return step('sending', text, 1);
    case 'done':
      return event.staged.draft && step('checking', verifyingText(event.staged.draft.openPins));
    default:
      return null;
  }
}
