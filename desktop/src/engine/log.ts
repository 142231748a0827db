import type { LogLine } from '../folders.ts';
import type { Tell } from './engine.ts';
import { LOG_LINES, type LogTable } from './store/logs.ts';

/** A build may print thousands of lines a second; a window is told as often as it can draw. */
const TOLD_EVERY_MS = 50;

interface Log {
  lines: LogLine[];
  untold: LogLine[];
}

/** What each folder's stage prints: a bounded memory of it, written down and told in batches. */
export class Logs {
  private readonly byFolder = new Map<string, Log>();
  private readonly tell: Tell;
  private readonly table: LogTable;
  private timer: NodeJS.Timeout | null = null;

  constructor(tell: Tell, table: LogTable) {
    this.tell = tell;
    this.table = table;
  }

  begin(folderId: string): void {
    this.byFolder.set(folderId, { lines: [], untold: [] });
    this.table.remove(folderId);
  }

  add(folderId: string, line: LogLine): void {
    const log = this.byFolder.get(folderId);
    if (!log) return;
    log.lines.push(line);
    if (log.lines.length > LOG_LINES * 2) log.lines.splice(0, log.lines.length - LOG_LINES);
    log.untold.push(line);
    this.timer ??= setTimeout(() => this.flush(), TOLD_EVERY_MS);
  }

  /** Of the stage that runs, or of the last one, also one of an engine before this. */
  of(folderId: string): readonly LogLine[] {
    return this.byFolder.get(folderId)?.lines.slice(-LOG_LINES) ?? this.table.of(folderId);
  }

  forget(folderId: string): void {
    this.byFolder.delete(folderId);
  }

  /** Writes down what has not been told, and tells it. */
  flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    for (const [folderId, log] of this.byFolder) {
      const lines = log.untold.splice(0).slice(-LOG_LINES);
      if (lines.length === 0) continue;
      try {
        this.table.add(folderId, lines);
      } catch {
        // The disk is full: the lines are there for as long as the engine is.
      }
      this.tell('folder.logged', folderId, lines);
    }
  }
}
