import type { LogLine } from '../protocol/folders.ts';
import type { EmitSignal } from '../protocol/engine.ts';
import { LOG_LINES, type LogTable } from './store/logs.ts';

/** A build may print thousands of lines a second; windows receive them as often as they can draw. */
const SENT_EVERY_MS = 50;

interface Log {
  lines: LogLine[];
  unsent: LogLine[];
}

/** Output of each folder's stage: bounded, stored and published in batches. */
export class Logs {
  readonly #byFolder = new Map<string, Log>();
  readonly #emit: EmitSignal;
  readonly #table: LogTable;
  #timer: NodeJS.Timeout | null = null;

  constructor(emit: EmitSignal, table: LogTable) {
    this.#emit = emit;
    this.#table = table;
  }

  begin(folderId: string): void {
    this.#byFolder.set(folderId, { lines: [], unsent: [] });
    this.#table.remove(folderId);
  }

  add(folderId: string, line: LogLine): void {
    const log = this.#byFolder.get(folderId);
    if (!log) return;
    log.lines.push(line);
    if (log.lines.length > LOG_LINES * 2) log.lines.splice(0, log.lines.length - LOG_LINES);
    log.unsent.push(line);
    this.#timer ??= setTimeout(() => this.flush(), SENT_EVERY_MS);
  }

  /** Returns the lines of the current or last stage, including those of an earlier engine. */
  of(folderId: string): readonly LogLine[] {
    return this.#byFolder.get(folderId)?.lines.slice(-LOG_LINES) ?? this.#table.of(folderId);
  }

  forget(folderId: string): void {
    this.#byFolder.delete(folderId);
  }

  /** Stores and publishes the pending lines. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    for (const [folderId, log] of this.#byFolder) {
      const lines = log.unsent.splice(0).slice(-LOG_LINES);
      if (lines.length === 0) continue;
      try {
        this.#table.add(folderId, lines);
      } catch {
        // Disk full: the lines remain in memory.
      }
      this.#emit('folder.logged', folderId, lines);
    }
  }
}
