import { describeEvent } from '@stagelink/shared/staging/core/describeEvent';
import type { StageEvent } from '@stagelink/shared/staging/core/events';
import type { FolderEvent } from './folderMachine/states.ts';
import type { Logs } from './log.ts';
import type { PinResult } from './pinVerification.ts';
import { pinResultLine, progressOf } from './stageTexts.ts';

/** Observer of what a stage does to the folder's files. */
export interface StageWatcher {
  began: (folderId: string) => void;
  onEvent: (folderId: string, event: StageEvent) => void;
}

export interface StageProgressOptions {
  logs: Logs;
  watcher: StageWatcher;
  send: (folderId: string, event: FolderEvent) => void;
}

/** Shows how far a stage is. */
export class StageProgress {
  readonly #options: StageProgressOptions;

  constructor(options: StageProgressOptions) {
    this.#options = options;
  }

  began(folderId: string): void {
    const { logs, watcher, send } = this.#options;
    logs.begin(folderId);
    watcher.began(folderId);
    send(folderId, { type: 'began' });
  }

  onEvent(folderId: string, event: StageEvent): void {
    const { logs, watcher, send } = this.#options;
    const described = describeEvent(event);
    if (described && described.kind !== 'passing')
      logs.add(folderId, { kind: described.kind, text: described.text });
    const shown = progressOf(event, described?.text ?? '');
    if (shown) send(folderId, { type: 'progressed', shown });
    watcher.onEvent(folderId, event);
  }

  onPinResult(folderId: string, result: PinResult): void {
    this.#options.logs.add(folderId, pinResultLine(result));
  }

  flush(): void {
    this.#options.logs.flush();
  }
}
