import * as z from 'zod';
import { ask, secondsOf, type TrackerAnswer } from './ask.ts';
import { tooMany, type Tracker, TrackerProblem, unexpected, wrongToken } from './tracker.ts';

const NAME = 'GitHub';
const VERSION = '2022-11-28';

const Created = z.object({ html_url: z.url({ protocol: /^https?$/ }) });
const Issue = z.object({ state: z.enum(['open', 'closed']) });
const Refusal = z.object({ message: z.string().max(300) });

/** Whether a refusal is about the number of requests: GitHub answers some with 403. */
const isTooMany = ({ status, headers }: TrackerAnswer) =>
  status === 429 ||
  (status === 403 && (headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after')));

/** Returns the problem that an answer means, if it means one. */
function problemOf(answer: TrackerAnswer, repository: string): TrackerProblem | null {
  const { status, headers, json } = answer;
  if (status === 401) return wrongToken(NAME);
  if (isTooMany(answer)) return tooMany(NAME, secondsOf(headers));
  const issue = (message: string) => new TrackerProblem('issue', message);
  if (status === 403) return issue(`The token may not write issues in ${repository}.`);
  if (status === 404 || status === 301)
    return issue(`GitHub shows the token no such issue or repository in ${repository}.`);
  if (status === 410) return issue(`${repository} has no issues, or this one was deleted.`);
  if (status < 400) return null;
  const refusal = Refusal.safeParse(json);
  return refusal.success ? issue(`GitHub refused: ${refusal.data.message}`) : unexpected(NAME);
}

function parsed<T extends z.ZodType>(schema: T, { json }: TrackerAnswer): z.output<T> {
  const reply = schema.safeParse(json);
  if (!reply.success) throw unexpected(NAME);
  return reply.data;
}

/** Returns the repository and the number of an issue, or null. */
function partsOf(url: string): { repository: string; number: string } | null {
  const { pathname } = new URL(url);
  const [, repository, number] = /^\/([\w.-]+\/[\w.-]+)\/issues\/(\d+)/.exec(pathname) ?? [];
  return repository !== undefined && number !== undefined ? { repository, number } : null;
}

export function createGithub(apiUrl: string): Tracker {
  const send = (token: string, path: string, more: { body?: object; etag?: string | null } = {}) =>
    ask({
      name: NAME,
      url: apiUrl + path,
      headers: {
        Accept: 'application/vnd.github+json',
        Authorization: `Bearer ${token}`,
        'X-GitHub-Api-Version': VERSION,
        ...(more.etag && { 'If-None-Match': more.etag }),
      },
      ...(more.body && { body: more.body }),
    });
  return {
    async teams(token) {
      const answer = await send(token, '/user');
      const problem = problemOf(answer, 'any repository');
      if (problem) throw problem;
      return [];
    },
    async create(token, repository, { title, body }) {
      const answer = await send(token, `/repos/${repository}/issues`, { body: { title, body } });
      const problem = problemOf(answer, repository);
      if (problem) throw problem;
      return parsed(Created, answer).html_url;
    },
    async read(token, url, etag) {
      const parts = partsOf(url);
      if (!parts) throw unexpected(NAME);
      const answer = await send(token, `/repos/${parts.repository}/issues/${parts.number}`, { etag });
      if (answer.status === 304) return null;
      const problem = problemOf(answer, parts.repository);
      if (problem) throw problem;
      return { isClosed: parsed(Issue, answer).state === 'closed', etag: answer.headers.get('etag') };
    },
  };
}
