import { Octokit } from '@octokit/core';
import { backoffMs } from '@stagelink/shared/client/retry';
import { systemRuntime } from '@stagelink/shared/staging/node/runtime';
import * as z from 'zod/mini';

/** A server of GitHub that is asked to wait for longer is not waited for. */
const RETRY = { attempts: 4, baseMs: 1_000, maxMs: 60_000 };
const PAGE = 100;
/** Longest list that is read. */
const PAGES_MAX = 30;

export interface Repository {
  owner: string;
  repo: string;
}

interface Failure {
  status: number;
  response?: { headers: Record<string, string | number | undefined> };
}

const isFailure = (cause: unknown): cause is Error & Failure =>
  cause instanceof Error && 'status' in cause && typeof cause.status === 'number';

/** Returns the status that GitHub refused a request with; null for another error. */
export const statusOf = (cause: unknown): number | null => (isFailure(cause) ? cause.status : null);

/** Returns how long to wait before the next attempt; null when another attempt is useless. */
function delayAfter(cause: unknown, failures: number): number | null {
  if (!isFailure(cause) || failures >= RETRY.attempts) return null;
  const requestedMs = Number(cause.response?.headers['retry-after'] ?? 0) * 1000;
  const isLimited = cause.status === 429 || (cause.status === 403 && requestedMs > 0);
  if ((!isLimited && cause.status < 500) || requestedMs > RETRY.maxMs) return null;
  return Math.max(requestedMs, backoffMs(RETRY, failures, systemRuntime));
}

const Comment = z.object({
  id: z.int(),
  body: z.optional(z.string()),
  user: z.nullable(z.object({ login: z.string() })),
});
export type Comment = z.infer<typeof Comment>;

const Pull = z.object({ number: z.int(), state: z.string() });
const Viewer = z.object({ viewer: z.object({ login: z.string() }) });

/** Returns a reply as its type; a proxy that answers in place of GitHub sends something else. */
function parse<T extends z.ZodMiniType>(type: T, data: unknown): z.output<T> {
  const parsed = type.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new Error('The reply does not come from GitHub.');
}

/** The requests to GitHub, each repeated while GitHub is busy. */
export interface Github {
  /** Login of the token’s own user or app. */
  ownLogin: () => Promise<string>;
  listComments: (pullNumber: number) => Promise<Comment[]>;
  createComment: (pullNumber: number, body: string) => Promise<number>;
  updateComment: (id: number, body: string) => Promise<void>;
  deleteComment: (id: number) => Promise<void>;
  createCheck: (check: Check) => Promise<void>;
  /** Number of the open pull request of a commit; null without one. */
  openPullOf: (sha: string) => Promise<number | null>;
}

interface Check {
  name: string;
  headSha: string;
  conclusion: 'success' | 'failure';
  url: string;
  title: string;
  summary: string;
}

export function connectGithub(token: string, apiUrl: string, repository: Repository): Github {
  const octokit = new Octokit({ auth: token, baseUrl: apiUrl, userAgent: 'stagelink-action' });
  octokit.hook.wrap('request', async (request, options) => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await request(options);
      } catch (cause) {
        const delayMs = delayAfter(cause, failures);
        if (delayMs === null) throw cause;
        await systemRuntime.sleep(delayMs, new AbortController().signal);
      }
    }
  });
  const comments = '/repos/{owner}/{repo}/issues/comments/{comment_id}' as const;
  const commentsOf = '/repos/{owner}/{repo}/issues/{issue_number}/comments' as const;
  return {
    // The address for users refuses the tokens of apps, such as that of a workflow.
    ownLogin: async () => parse(Viewer, await octokit.graphql('query { viewer { login } }')).viewer.login,
    async listComments(pullNumber) {
      const all: Comment[] = [];
      for (let page = 1; page <= PAGES_MAX; page += 1) {
        const about = { ...repository, issue_number: pullNumber, per_page: PAGE, page };
        const { data } = await octokit.request(`GET ${commentsOf}`, about);
        const found = parse(z.array(Comment), data);
        all.push(...found);
        if (found.length < PAGE) break;
      }
      return all;
    },
    async createComment(pullNumber, body) {
      const about = { ...repository, issue_number: pullNumber, body };
      const { data } = await octokit.request(`POST ${commentsOf}`, about);
      return parse(Comment, data).id;
    },
    async updateComment(id, body) {
      const { data } = await octokit.request(`PATCH ${comments}`, { ...repository, comment_id: id, body });
      parse(Comment, data);
    },
    async deleteComment(id) {
      await octokit.request(`DELETE ${comments}`, { ...repository, comment_id: id });
    },
    async createCheck({ name, headSha, conclusion, url, title, summary }) {
      const { data } = await octokit.request('POST /repos/{owner}/{repo}/check-runs', {
        ...repository,
        name,
        head_sha: headSha,
        status: 'completed',
        conclusion,
        details_url: url,
        output: { title, summary },
      });
      parse(z.object({ id: z.int() }), data);
    },
    async openPullOf(sha) {
      const about = { ...repository, commit_sha: sha };
      const { data } = await octokit.request('GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', about);
      return parse(z.array(Pull), data).find(({ state }) => state === 'open')?.number ?? null;
    },
  };
}
