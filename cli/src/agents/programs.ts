import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Context } from '../context.ts';
import { RULE, SKILL } from './instructions.ts';

/** A file that gets our entry among others, or is ours as a whole. */
export type Part =
  | { kind: 'json'; root: string; file: string; key: string; entry: object }
  | { kind: 'toml'; root: string; file: string }
  | { kind: 'own'; root: string; file: string; text: string };

interface Program {
  name: string;
  /** Paths of which one exists where the program is used. */
  signs: readonly string[];
  parts: readonly Part[];
}

const COMMAND = { command: 'stagelink', args: ['mcp'] };

export const PROGRAMS = ['claude', 'cursor', 'codex', 'vscode'] as const;
export type ProgramName = (typeof PROGRAMS)[number];

/** Where each program keeps its MCP servers and its instructions, for one folder. */
function programsIn(folder: string, { env }: Context): Record<ProgramName, Program> {
  const home = env['HOME'] ?? homedir();
  const codex = env['CODEX_HOME'] ?? path.join(home, '.codex');
  const json = (file: string, key: string, entry: object): Part => ({
    kind: 'json',
    root: folder,
    file,
    key,
    entry,
  });
  const own = (file: string, text: string): Part => ({ kind: 'own', root: folder, file, text });
  const here = (...names: string[]) => names.map((name) => path.join(folder, name));
  return {
    claude: {
      name: 'Claude Code',
      signs: [path.join(home, '.claude'), ...here('.mcp.json', '.claude', 'CLAUDE.md')],
      parts: [json('.mcp.json', 'mcpServers', COMMAND), own('.claude/skills/stagelink/SKILL.md', SKILL)],
    },
    cursor: {
      name: 'Cursor',
      signs: [path.join(home, '.cursor'), ...here('.cursor')],
      parts: [json('.cursor/mcp.json', 'mcpServers', COMMAND), own('.cursor/rules/stagelink.mdc', RULE)],
    },
    codex: {
      name: 'Codex',
      signs: [codex],
      parts: [
        { kind: 'toml', root: codex, file: 'config.toml' },
        own('.agents/skills/stagelink/SKILL.md', SKILL),
      ],
    },
    vscode: {
      name: 'VS Code',
      signs: [path.join(home, '.vscode'), ...here('.vscode')],
      parts: [
        json('.vscode/mcp.json', 'servers', { type: 'stdio', ...COMMAND }),
        own('.github/skills/stagelink/SKILL.md', SKILL),
      ],
    },
  };
}

export interface Found {
  names: string[];
  parts: Part[];
}

/** Returns the programs that are named, or else those that are used here; `all` looks for none. */
export function findPrograms(
  context: Context,
  folder: string,
  named: readonly ProgramName[] | 'present' | 'all',
): Found {
  const programs = programsIn(folder, context);
  const isMeant = (name: ProgramName) =>
    named === 'all' ||
    (named === 'present' ? programs[name].signs.some((sign) => existsSync(sign)) : named.includes(name));
  const meant = PROGRAMS.filter(isMeant).map((name) => programs[name]);
  return { names: meant.map(({ name }) => name), parts: meant.flatMap(({ parts }) => parts) };
}
