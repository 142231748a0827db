import { randomUUID } from 'node:crypto';
import type { EmitSignal } from '../../protocol/engine.ts';
import type { StageRecord } from '../../protocol/folders.ts';
import type { Connections } from '../connections.ts';
import type { FolderCommands } from '../folderCommands.ts';
import type { Folders } from '../folders.ts';
import type { Logs } from '../log.ts';
import type { Stages } from '../stages.ts';
import type { Store } from '../store/open.ts';
import type { Watching } from '../watching/watching.ts';
import type { Performers } from './folderMachines.ts';

export interface PerformersOptions {
  store: Store;
  folders: Folders;
  logs: Logs;
  connections: Connections;
  watching: Watching;
  stages: Stages;
  commands: FolderCommands;
  emit: EmitSignal;
}

/** Connects what the machines decide with the parts of the engine that do it. */
export function createPerformers(options: PerformersOptions): Performers {
  const { store, folders, logs, connections, watching, stages, commands, emit } = options;
  return {
    waitForQuiet: (folderId) => watching.waitForQuiet(folderId),
    stopWaiting: (folderId) => watching.stopWaiting(folderId),
    dropChanges: (folderId) => watching.dropChanges(folderId),
    inspect: (folderId) => watching.inspect(folderId),
    acceptRebuild: (folderId) => watching.acceptRebuild(folderId),
    clearWatchProblem(folderId) {
      if (folders.get(folderId).watchProblem) folders.note(folderId, { watchProblem: null }, false);
    },
    stage: (folderId, effect) => stages.run(folderId, effect),
    abort: (folderId) => stages.abort(folderId),
    answer: (folderId, { question, isYes }) => stages.answer(folderId, question, isYes),
    enqueue: (folderId, effect) => stages.enqueue(folderId, effect),
    dequeue: (folderId) => stages.dequeue(folderId),
    reportLost: (folderId) => connections.lost(folders.get(folderId).accountId),
    reportRefused: (folderId) => connections.refused(folders.get(folderId).accountId),
    log(folderId, { line }) {
      logs.add(folderId, line);
      logs.flush();
    },
    record(folderId, { before, record }) {
      const stored: StageRecord = { id: randomUUID(), folderId, ...record };
      try {
        store.history.add(stored);
      } finally {
        emit('stage.ended', folders.get(folderId), stored, before);
      }
    },
    detect: (folderId) => void commands.detect(folderId),
  };
}
