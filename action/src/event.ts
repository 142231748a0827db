import { readFileSync } from 'node:fs';
import { UserError } from '@stagelink/shared/client/userError';
import type { GitState } from '@stagelink/shared/staging/node/git';
import * as z from 'zod/mini';
import type { Repository } from './github.ts';

const Side = z.object({
  sha: z.string(),
  ref: z.string(),
  repo: z.nullable(z.object({ full_name: z.string() })),
});
const Payload = z.object({
  action: z.optional(z.string()),
  pull_request: z.optional(z.object({ number: z.int(), head: Side })),
});

/** What started the workflow. */
export interface WorkflowEvent {
  repository: Repository;
  /** Null for an event without one, such as a push. */
  pull: number | null;
  isClosed: boolean;
  /** Its code comes from another repository, so that it gets neither secrets nor a token that may write. */
  isFork: boolean;
  /** Commit that a check is about. A checkout of a pull request is at a merge that GitHub made. */
  headSha: string;
  git: GitState;
  /** Names what has one link: a pull request, otherwise a branch or tag. */
  subject: string;
  githubUrl: string;
  apiUrl: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

function variable(environment: Environment, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new UserError('usage', `${name} is not set.`, 'This program runs as a step of a GitHub workflow.');
}

/** Reads the event as the runner describes it. */
export function readEvent(environment: Environment): WorkflowEvent {
  const fullName = variable(environment, 'GITHUB_REPOSITORY');
  const [owner = '', repo = ''] = fullName.split('/');
  const payload = Payload.parse(JSON.parse(readFileSync(variable(environment, 'GITHUB_EVENT_PATH'), 'utf8')));
  const head = payload.pull_request?.head;
  const pull = payload.pull_request?.number ?? null;
  const headSha = head?.sha ?? variable(environment, 'GITHUB_SHA');
  const ref = variable(environment, 'GITHUB_REF');
  return {
    repository: { owner, repo },
    pull,
    isClosed: pull !== null && payload.action === 'closed',
    isFork: head !== undefined && head.repo?.full_name !== fullName,
    headSha,
    git: {
      gitBranch: (head?.ref ?? ref.replace(/^refs\/(heads|tags)\//, '')).slice(0, 255),
      gitCommit: headSha,
    },
    subject: pull === null ? ref : subjectOf(pull),
    githubUrl: variable(environment, 'GITHUB_SERVER_URL'),
    apiUrl: variable(environment, 'GITHUB_API_URL'),
  };
}

export const subjectOf = (pull: number): string => `pull/${pull}`;
