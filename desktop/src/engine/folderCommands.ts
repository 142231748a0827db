import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { ApiError, type Call } from '@stagelink/shared/client';
import { getSnapshot } from '@stagelink/shared/contracts/snapshots';
import { discardVersion, publishVersion } from '@stagelink/shared/contracts/versionHistory';
import { StageError, toStageError } from '@stagelink/shared/staging/errors';
import type { Folder, FolderSettings } from '../folders.ts';
import type { Connections } from './connections.ts';
import type { LoginEnvironment } from './environment.ts';
import type { Folders } from './folders.ts';
import type { Found } from './looking.ts';
import type { FolderPresence } from './presence.ts';
import { EngineError } from './problems.ts';
import type { FolderWork } from './work/folderWork.ts';

export interface FolderCommandsOptions {
  folders: Folders;
  connections: Connections;
  environment: LoginEnvironment;
  presence: FolderPresence;
  work: FolderWork;
}

const DEFAULTS: FolderSettings = {
  buildCommand: null,
  output: null,
  variables: [],
  watched: 'off',
  isProtected: true,
};

/** An empty field means: found by itself. */
const orNull = (text: string | null): string | null => text?.trim() || null;

/** The output lies in its folder: a window that was taken over must not publish the rest of the disk. */
function insideOnly(folder: Folder, output: string | null): string | null {
  if (output === null) return null;
  const inside = path.relative(folder.path, path.resolve(folder.path, output));
  if (!path.isAbsolute(output) && inside !== '..' && !inside.startsWith(`..${path.sep}`)) return output;
  throw new EngineError(
    'output_outside',
    `“${output}” is not inside ${folder.path}.`,
    'Give the output folder as it is seen from the folder, such as “dist”.',
  );
}

/** What a person decides about their folders. */
export class FolderCommands {
  private readonly options: FolderCommandsOptions;

  constructor(options: FolderCommandsOptions) {
    this.options = options;
  }

  /** The same folder is not added twice. */
  async add(given: string, accountId: string | null): Promise<Folder> {
    const { folders, presence } = this.options;
    if (accountId === null) {
      throw new EngineError('not_signed_in', 'Nobody is signed in.', 'Sign in, then add the folder again.');
    }
    const found = await presence.check(given);
    if (found === 'unreachable') throw doesNotAnswer(given);
    if (found === 'missing') {
      throw new EngineError(
        'folder_missing',
        `There is no folder at ${given}.`,
        'Add the folder that holds your prototype.',
      );
    }
    const real = await realpath(given);
    await presence.check(real);
    const known = folders.all().find((folder) => folder.accountId === accountId && folder.path === real);
    if (known) return known;
    const folder = folders.put({
      id: randomUUID(),
      accountId,
      path: real,
      name: path.basename(real) || real,
      settings: DEFAULTS,
      detected: null,
      link: null,
      state: { kind: 'idle' },
      watchProblem: null,
      lastStagedAt: null,
    });
    void this.look(folder.id);
    return folder;
  }

  change(folderId: string, change: Partial<FolderSettings>): Folder {
    const { folders } = this.options;
    const folder = folders.get(folderId);
    const merged = { ...folder.settings, ...change };
    const settings = {
      ...merged,
      buildCommand: orNull(merged.buildCommand),
      output: insideOnly(folder, orNull(merged.output)),
    };
    const changed = folders.change(folderId, { settings });
    if (settings.buildCommand !== folder.settings.buildCommand) void this.look(folderId);
    return changed;
  }

  /** Two folders never take turns at one link: the second is refused. */
  async link(folderId: string, snapshotId: string | null): Promise<Folder> {
    const { folders } = this.options;
    const folder = folders.get(folderId);
    if (snapshotId === null) return folders.change(folderId, { link: null, state: afterUnlink(folder) });
    const other = folders.all().find(({ id, link }) => id !== folderId && link?.snapshotId === snapshotId);
    if (other) {
      throw new EngineError(
        'already_linked',
        `“${other.name}” is staged to this link already, and the two would overwrite each other.`,
        `Unlink “${other.name}” first, or stage this folder to a link of its own.`,
      );
    }
    const { snapshot } = await this.call(folder)(getSnapshot, { id: snapshotId });
    const { id, name, url, password, version } = snapshot;
    return folders.change(folderId, {
      link: { snapshotId: id, name, url, password, version, waiting: null },
    });
  }

  /** Lets the link show a version of the folder's snapshot. */
  publish(folderId: string, version: number): Promise<Folder> {
    return this.decide(folderId, version, async (call, id) => {
      await call(publishVersion, { id, version });
      return version;
    });
  }

  /** Throws the version that waits away. */
  discard(folderId: string): Promise<Folder> {
    const { link } = this.options.folders.get(folderId);
    if (!link?.waiting) throw nothingWaits();
    const { version } = link.waiting;
    return this.decide(folderId, version, async (call, id) => {
      await call(discardVersion, { id, version });
      return link.version;
    });
  }

  /** Decides about a version, and knows which one the link shows then. */
  private async decide(
    folderId: string,
    decided: number,
    act: (call: Call, snapshotId: string) => Promise<number>,
  ): Promise<Folder> {
    const folder = this.options.folders.get(folderId);
    const { link } = folder;
    if (!link) throw nothingWaits();
    const shown = await act(this.call(folder), link.snapshotId).catch((cause: unknown) => {
      if (!wasDecided(cause)) throw cause;
      this.settled(folderId, decided, link.version);
      throw decidedElsewhere(decided);
    });
    return this.settled(folderId, decided, shown);
  }

  /** Another version may have come to wait meanwhile; that one is still to be decided. */
  private settled(folderId: string, decided: number, version: number): Folder {
    const { folders } = this.options;
    const { link } = folders.get(folderId);
    if (!link) return folders.get(folderId);
    const waiting = link.waiting?.version === decided ? null : link.waiting;
    return folders.change(folderId, { link: { ...link, version, waiting } });
  }

  /** Calls the folder's server; what it refuses is thrown as sentences for the person. */
  private call({ accountId }: Folder): Call {
    const call = this.options.connections.callOf(accountId);
    if (!call) {
      throw new EngineError(
        'not_signed_in',
        'Nobody is signed in to this folder’s server.',
        'Sign in, then try again.',
      );
    }
    return (endpoint, input, stream) =>
      call(endpoint, input, stream).catch((cause: unknown) => {
        throw toStageError(cause);
      });
  }

  /** Looks at a folder again, and shows what it is. */
  async look(folderId: string): Promise<void> {
    const { folders, environment, presence } = this.options;
    const asked = folders.find(folderId);
    if (!asked || (await presence.check(asked.path)) !== 'there') return;
    let found = await this.lookAt(asked);
    // It may have been installed since the shell was asked, or the shell may have been late.
    if (isProgramMissing(found) && (await environment.refresh())) found = await this.lookAt(asked);
    if (found === 'unreachable') return;
    const folder = folders.find(folderId);
    // Its settings have changed meanwhile: another look is on its way.
    if (!folder || folder.settings.buildCommand !== asked.settings.buildCommand) return;
    const isAtRest = folder.state.kind === 'idle' || folder.state.kind === 'failed';
    if ('detected' in found) {
      folders.note(folderId, found);
      return;
    }
    folders.note(folderId, { detected: null });
    if (isAtRest) folders.setState(folderId, { kind: 'failed', problem: found.problem });
  }

  private async lookAt(folder: Folder): Promise<Found | 'unreachable'> {
    const { environment, work } = this.options;
    return work.look({ folder, environment: await environment.of(folder.path) });
  }
}

const isProgramMissing = (found: Found | 'unreachable'): boolean =>
  found !== 'unreachable' && 'problem' in found && found.problem.code === 'package_manager_missing';

const doesNotAnswer = (folder: string): EngineError =>
  new EngineError(
    'folder_unreachable',
    `The disk of ${folder} does not answer.`,
    'Check your network or VPN, then add the folder again.',
  );

const nothingWaits = (): EngineError =>
  new EngineError('nothing_waits', 'No version of this folder waits any more.', 'Stage it again.');

const wasDecided = (cause: unknown): boolean =>
  cause instanceof StageError &&
  cause.cause instanceof ApiError &&
  ['not_found', 'conflict'].includes(cause.cause.code);

const decidedElsewhere = (version: number): EngineError =>
  new EngineError(
    'decided',
    `Version ${version} does not wait any more: it was published or discarded elsewhere.`,
    'The versions at its link say which.',
  );

/** The link that is gone is no problem any more. */
const afterUnlink = ({ state }: Folder): Folder['state'] =>
  state.kind === 'failed' && state.problem.code === 'snapshot_gone' ? { kind: 'idle' } : state;
