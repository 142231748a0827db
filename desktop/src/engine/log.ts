import type { LogLine } from '../folders.ts';
import type { Tell } from './engine.ts';

/** Kept of each folder's last stage. */
const LOG_LINES = 2_000;
/** A build may print thousands of lines a second; a window is told as often as it can draw. */
const TOLD_EVERY_MS = 50;

interface Log {
  lines: LogLine[];
  untold: LogLine[];
}

/** What each folder's stage prints: a bounded memory of it, told in batches. */
export class Logs {
  private readonly byFolder = new Map<string, Log>();
  private readonly tell: Tell;
  private timer: NodeJS.Timeout | null = null;

  constructor(tell: Tell) {
    this.tell = tell;
  }

  begin(folderId: string): void {
    this.byFolder.set(folderId, { lines: [], untold: [] });
  }

  add(folderId: string, line: LogLine): void {
    const log = this.byFolder.get(folderId);
    if (!log) return;
    log.lines.push(line);
    if (log.lines.length > LOG_LINES * 2) log.lines.splice(0, log.lines.length - LOG_LINES);
    log.untold.push(line);
    this.timer ??= setTimeout(() => this.flush(), TOLD_EVERY_MS);
  }

  of(folderId: string): readonly LogLine[] {
    return this.byFolder.get(folderId)?.lines.slice(-LOG_LINES) ?? [];
  }

  forget(folderId: string): void {
    this.byFolder.delete(folderId);
  }

  /** Tells what has not been told. */
  flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    for (const [folderId, log] of this.byFolder) {
      if (log.untold.length > 0) this.tell('folder.logged', folderId, log.untold.splice(0).slice(-LOG_LINES));
    }
  }
}
