import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '@stagelink/shared/client/userError';
import { isInside, realPath } from '../mcp/agentFolders.ts';
import { hashOf, type Installed, installedAt } from '../store/agentFiles.ts';
import type { Part } from './programs.ts';
import {
  addToJson,
  addToToml,
  type Created,
  type Edited,
  takeFromJson,
  takeFromToml,
} from './settingsFiles.ts';

export interface Change {
  file: string;
  before: string | null;
  after: string | null;
  created: Created;
  isOwn: boolean;
  installed: Installed | undefined;
}

export interface Plan {
  changes: Change[];
  /** Files that stay as they are because their content is not ours. */
  kept: string[];
}

/** Returns the path with its links resolved. Throws for one that leads out of its root. */
function fileOf({ root, file }: Part): string {
  const whole = path.join(realPath(root), file);
  if (isInside(realPath(whole), realPath(root))) return realPath(whole);
  throw new UserError(
    'link_outside',
    `${whole} leads out of ${root} through a link. Nothing was written.`,
    'Replace the link, or add the entry by hand: “stagelink mcp --help” shows it.',
  );
}

const read = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null);

const isOurs = (before: string, text: string, installed: Installed | undefined): boolean =>
  before === text || hashOf(before) === installed?.hash;

function addOwn(text: string, before: string | null, installed: Installed | undefined): Edited {
  if (before === text) return null;
  return before === null || isOurs(before, text, installed) ? { text, created: 'file' } : { isForeign: true };
}

function takeOwn(text: string, before: string | null, installed: Installed | undefined): Edited {
  if (before === null) return null;
  return isOurs(before, text, installed) ? { text: null, created: 'file' } : { isForeign: true };
}

type EditPart = (part: Part, file: string, before: string | null, installed: Installed | undefined) => Edited;

const add: EditPart = (part, file, before, installed) => {
  if (part.kind === 'json') return addToJson({ ...part, file }, before);
  if (part.kind === 'toml') return addToToml(file, before);
  return addOwn(part.text, before, installed);
};

/** A file and its list stay without a record, as on another computer, even if they are empty then. */
const take: EditPart = (part, file, before, installed) => {
  const created = installed?.created ?? 'entry';
  if (part.kind === 'json') return takeFromJson({ ...part, file }, before, created);
  if (part.kind === 'toml') return takeFromToml(file, before, created);
  return takeOwn(part.text, before, installed);
};

/** Plans every change before one is made. Throws, so that nothing is written, where a file cannot be read. */
export function planChanges(parts: readonly Part[], direction: 'install' | 'uninstall'): Plan {
  const edit = direction === 'install' ? add : take;
  const plan: Plan = { changes: [], kept: [] };
  for (const part of parts) {
    const file = fileOf(part);
    const before = read(file);
    const installed = installedAt(file);
    const edited = edit(part, file, before, installed);
    if (edited === null) continue;
    if ('isForeign' in edited) plan.kept.push(file);
    else {
      const { text: after, created } = edited;
      plan.changes.push({ file, before, after, created, isOwn: part.kind === 'own', installed });
    }
  }
  return plan;
}
