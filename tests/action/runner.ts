import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import { type GithubStandIn, REPOSITORY } from '../../server/src/testing/github/standIn.ts';
import { newFolder } from '../agents/machine.ts';

const ACTION = path.resolve(import.meta.dirname, '../../action');

interface Definition {
  inputs: Record<string, { default?: string; required?: boolean }>;
  runs: { using: string; main: string };
}

/** What started the workflow: a pull request, or a push without one. */
export interface Trigger {
  pull?: { number: number; action: string; fork?: boolean };
  sha?: string;
  ref?: string;
}

export interface Step {
  code: number | null;
  /** The log with what is masked replaced, as GitHub shows it. */
  log: string;
  outputs: Record<string, string>;
  summary: string;
}

const FORK = 'mallory/shop';

function payloadOf({ pull, sha }: Trigger): object {
  if (!pull) return { ref: 'refs/heads/main' };
  const repo = { full_name: pull.fork ? FORK : REPOSITORY };
  const head = { sha, ref: 'redesign', repo };
  return { action: pull.action, number: pull.number, pull_request: { number: pull.number, head } };
}

/** Reads a file of `name<<delimiter` blocks. */
function blocksIn(content: string): Record<string, string> {
  const blocks = content.matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n?\2$/gm);
  return Object.fromEntries([...blocks].map(([, name = '', , value = '']) => [name, value]));
}

function masked(log: string): string {
  const secrets = [...log.matchAll(/^::add-mask::(.+)$/gm)].map(([, secret = '']) => secret);
  const shown = log.replaceAll(/^::add-mask::.*\n/gm, '');
  return secrets.reduce((each, secret) => each.replaceAll(secret, '***'), shown);
}

/** Returns a program that runs the bundle like a runner: from a folder with nothing but the action’s files. */
export async function installAction() {
  const folder = await newFolder('stagelink-action-');
  for (const name of ['action.yml', 'dist'])
    await cp(path.join(ACTION, name), path.join(folder, name), { recursive: true });
  const definition = parse(await readFile(path.join(folder, 'action.yml'), 'utf8')) as Definition;

  function inputsOf(given: Record<string, string>, githubToken: string): Record<string, string> {
    const unknown = Object.keys(given).filter((name) => !(name in definition.inputs));
    if (unknown.length > 0) throw new Error(`Unexpected input(s) '${unknown.join("', '")}'`);
    return Object.fromEntries(
      Object.entries(definition.inputs).map(([name, { default: value = '' }]) => [
        `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
        given[name] ?? value.replace('${{ github.token }}', githubToken),
      ]),
    );
  }

  return async function run(
    github: GithubStandIn,
    workspace: string,
    trigger: Trigger,
    { githubToken, ...given }: Record<string, string>,
  ): Promise<Step> {
    const temporary = await newFolder('stagelink-runner-');
    const files = {
      event: path.join(temporary, 'event.json'),
      output: path.join(temporary, 'output'),
      summary: path.join(temporary, 'summary.md'),
    };
    await writeFile(files.event, JSON.stringify(payloadOf(trigger)));
    await writeFile(files.output, '');
    await writeFile(files.summary, '');
    await mkdir(path.join(temporary, 'home'));
    const { pull, sha = 'f'.repeat(40), ref = 'refs/heads/main' } = trigger;
    const program = path.join(folder, definition.runs.main);
    const child = spawn(process.execPath, [program], {
      cwd: workspace,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: path.join(temporary, 'home'),
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_API_URL: github.url,
        GITHUB_SERVER_URL: 'https://github.example',
        GITHUB_REPOSITORY: REPOSITORY,
        GITHUB_EVENT_NAME: pull ? 'pull_request' : 'push',
        GITHUB_EVENT_PATH: files.event,
        // A pull request is checked out at a merge that GitHub made.
        GITHUB_SHA: pull ? 'e'.repeat(40) : sha,
        GITHUB_REF: pull ? `refs/pull/${pull.number}/merge` : ref,
        GITHUB_WORKSPACE: workspace,
        GITHUB_OUTPUT: files.output,
        GITHUB_STEP_SUMMARY: files.summary,
        ...inputsOf(given, githubToken ?? ''),
      },
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return {
      code,
      log: masked(out + err),
      outputs: blocksIn(await readFile(files.output, 'utf8')),
      summary: await readFile(files.summary, 'utf8'),
    };
  };
}
