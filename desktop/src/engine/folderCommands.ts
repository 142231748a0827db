import { randomUUID } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ApiError, type Call } from '@stagelink/shared/client/call';
import { getSnapshot } from '@stagelink/shared/contracts/snapshots';
import { discardVersion, publishVersion } from '@stagelink/shared/contracts/versions';
import { UserError } from '@stagelink/shared/client/userError';
import { toStageError } from '@stagelink/shared/staging/core/errors';
import { isZip } from '@stagelink/shared/staging/node/archive/unpack';
import { isInside } from '@stagelink/shared/staging/node/output';
import { assertOpensAlone } from '@stagelink/shared/staging/node/singleFile';
import { snapshotName } from '@stagelink/shared/staging/node/snapshotName';
import type { Folder, FolderSettings } from '../protocol/folders.ts';
import type { FolderLink } from '@stagelink/shared/staging/node/folderLinks/index';
import type { Connections } from './connections.ts';
import type { LoginEnvironment } from './environment.ts';
import type { Folders } from './folders.ts';
import type { Found } from './detectFolder.ts';
import type { FolderEvent } from './folderMachine/states.ts';
import { decideLink, recordOf } from './folderRecord.ts';
import type { FolderPresence } from './folderWatchdog.ts';
import type { FolderWork } from './work/folderWork.ts';

export interface FolderCommandsOptions {
  folders: Folders;
  connections: Connections;
  environment: LoginEnvironment;
  presence: FolderPresence;
  work: FolderWork;
  send: (folderId: string, event: FolderEvent) => void;
  linksFolder?: string | undefined;
}

const DEFAULTS: FolderSettings = {
  buildCommand: null,
  output: null,
  variables: [],
  watched: 'off',
  isProtected: true,
};

/** Converts an empty field to null, which means automatic. */
const orNull = (text: string | null): string | null => text?.trim() || null;

/** The output must be inside its folder, so a compromised window cannot publish the rest of the disk. */
function insideOnly(folder: Folder, output: string | null): string | null {
  if (output === null) return null;
  if (!path.isAbsolute(output) && isInside(path.resolve(folder.path, output), folder.path)) return output;
  throw new UserError(
    'output_outside',
    `“${output}” is not inside ${folder.path}.`,
    'Give the output folder relative to the folder, such as “dist”.',
  );
}

/** Commands of the user on their folders. */
export class FolderCommands {
  readonly #options: FolderCommandsOptions;

  constructor(options: FolderCommandsOptions) {
    this.#options = options;
  }

  /** Returns the existing folder when it was added before. */
  async add(given: string, accountId: string | null): Promise<Folder> {
    const { folders, presence } = this.#options;
    if (accountId === null) {
      throw new UserError('not_signed_in', 'You are signed out.', 'Sign in, then add the folder again.');
    }
    const found = await presence.check(given);
    if (found === 'unreachable') throw doesNotAnswer(given);
    if (found === 'missing') {
      throw new UserError(
        'folder_missing',
        `There is nothing at ${given}.`,
        'Add the folder of your prototype, or a file.',
      );
    }
    const real = await realpath(given);
    if (!isZip(real) && (await stat(real)).isFile()) assertOpensAlone(path.basename(real));
    await presence.check(real);
    const known = folders.all().find((folder) => folder.accountId === accountId && folder.path === real);
    if (known) return known;
    const folder = folders.put({
      id: randomUUID(),
      accountId,
      path: real,
      name: snapshotName(real) || real,
      settings: DEFAULTS,
      detected: null,
      link: null,
      state: { kind: 'idle' },
      watchProblem: null,
      lastStagedAt: null,
    });
    void this.detect(folder.id);
    return folder;
  }

  change(folderId: string, change: Partial<FolderSettings>): Folder {
    const { folders } = this.#options;
    const folder = folders.get(folderId);
    const merged = { ...folder.settings, ...change };
    const settings = {
      ...merged,
      buildCommand: orNull(merged.buildCommand),
      output: insideOnly(folder, orNull(merged.output)),
    };
    const changed = folders.change(folderId, { settings });
    if (settings.buildCommand !== folder.settings.buildCommand) void this.detect(folderId);
    return changed;
  }

  /** Rejects a snapshot that another folder is linked to. */
  async link(folderId: string, snapshotId: string | null): Promise<Folder> {
    const { folders, send } = this.#options;
    const folder = folders.get(folderId);
    if (snapshotId === null) {
      await this.#record(folder, null);
      folders.change(folderId, { link: null });
      send(folderId, { type: 'unlinked' });
      return folders.get(folderId);
    }
    const other = folders.all().find(({ id, link }) => id !== folderId && link?.snapshotId === snapshotId);
    if (other) {
      throw new UserError(
        'already_linked',
        `“${other.name}” is already staged to this link. The two folders would overwrite each other.`,
        `Unlink “${other.name}” first, or stage this folder at its own link.`,
      );
    }
    const { snapshot } = await this.#call(folder)(getSnapshot, { id: snapshotId });
    const { id, name, url, password, version } = snapshot;
    await this.#record(folder, { snapshotId: id, url });
    return folders.change(folderId, {
      link: { snapshotId: id, name, url, password, version, waiting: null },
    });
  }

  /** Stores a decision about the folder's link for all programs of this computer. */
  async #record(folder: Folder, link: FolderLink | null): Promise<void> {
    const { connections, presence, linksFolder } = this.#options;
    const account = connections.account(folder.accountId);
    if (!account) return;
    if ((await presence.check(folder.path)) === 'unreachable') throw doesNotAnswer(folder.path);
    const record = await recordOf({ folder, account, linksFolder });
    await decideLink(record, link);
  }

  /** Publishes a version of the folder's snapshot. */
  publish(folderId: string, version: number): Promise<Folder> {
    return this.#decide(folderId, version, async (call, id) => {
      await call(publishVersion, { id, version });
      return version;
    });
  }

  /** Discards the draft. */
  discard(folderId: string): Promise<Folder> {
    const { link } = this.#options.folders.get(folderId);
    if (!link?.waiting) throw noDraft();
    const { version } = link.waiting;
    return this.#decide(folderId, version, async (call, id) => {
      await call(discardVersion, { id, version });
      return link.version;
    });
  }

  /** Publishes or discards a version and updates what the link shows. */
  async #decide(
    folderId: string,
    decided: number,
    act: (call: Call, snapshotId: string) => Promise<number>,
  ): Promise<Folder> {
    const folder = this.#options.folders.get(folderId);
    const { link } = folder;
    if (!link) throw noDraft();
    const shown = await act(this.#call(folder), link.snapshotId).catch((cause: unknown) => {
      if (!wasDecided(cause)) throw cause;
      this.#withoutDraft(folderId, decided, link.version);
      throw decidedElsewhere(decided);
    });
    return this.#withoutDraft(folderId, decided, shown);
  }

  /** A newer draft may have been created meanwhile; it stays. */
  #withoutDraft(folderId: string, decided: number, version: number): Folder {
    const { folders } = this.#options;
    const { link } = folders.get(folderId);
    if (!link) return folders.get(folderId);
    const waiting = link.waiting?.version === decided ? null : link.waiting;
    return folders.change(folderId, { link: { ...link, version, waiting } });
  }

  /** Calls the folder's server; throws errors for the user. */
  #call({ accountId }: Folder): Call {
    const call = this.#options.connections.callOf(accountId);
    if (!call) {
      throw new UserError(
        'not_signed_in',
        'You are signed out of this folder’s server.',
        'Sign in, then try again.',
      );
    }
    return (endpoint, input, stream) =>
      call(endpoint, input, stream).catch((cause: unknown) => {
        throw toStageError(cause);
      });
  }

  /** Detects a folder again and shows the result. */
  async detect(folderId: string): Promise<void> {
    const { folders, environment, presence, send } = this.#options;
    const original = folders.find(folderId);
    if (!original || (await presence.check(original.path)) !== 'there') return;
    let found = await this.#detect(original);
    // The program may have been installed since the shell ran, or the shell may have been late.
    if (isProgramMissing(found) && (await environment.refresh())) found = await this.#detect(original);
    if (found === 'unreachable') return;
    const folder = folders.find(folderId);
    // Its settings changed meanwhile, so another detection is scheduled.
    if (!folder || folder.settings.buildCommand !== original.settings.buildCommand) return;
    folders.note(folderId, { detected: 'detected' in found ? found.detected : null });
    if ('problem' in found) send(folderId, { type: 'undetected', problem: found.problem });
  }

  async #detect(folder: Folder): Promise<Found | 'unreachable'> {
    const { environment, work } = this.#options;
    return work.look({ folder, environment: await environment.of(folder.path) });
  }
}

const isProgramMissing = (found: Found | 'unreachable'): boolean =>
  found !== 'unreachable' && 'problem' in found && found.problem.code === 'package_manager_missing';

const doesNotAnswer = (folder: string): UserError =>
  new UserError(
    'folder_unreachable',
    `The disk of ${folder} does not respond.`,
    'Check your network or VPN, then add the folder again.',
  );

const noDraft = (): UserError =>
  new UserError('nothing_waits', 'This folder has no draft anymore.', 'Stage it again.');

const wasDecided = (cause: unknown): boolean =>
  cause instanceof UserError &&
  cause.cause instanceof ApiError &&
  ['not_found', 'conflict'].includes(cause.cause.code);

const decidedElsewhere = (version: number): UserError =>
  new UserError(
    'decided',
    `Version ${version} is no longer a draft. It was published or discarded elsewhere.`,
    'See the version history of its link.',
  );
