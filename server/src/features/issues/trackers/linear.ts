import * as z from 'zod';
import { ask, secondsOf, type TrackerAnswer } from './ask.ts';
import { tooMany, type Tracker, TrackerProblem, unexpected, wrongToken } from './tracker.ts';

const NAME = 'Linear';
const TEAMS_MAX = 100;

const TEAMS = `query Teams { teams(first: ${TEAMS_MAX}) { nodes { id name } } }`;
const CREATE = `mutation Create($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { url } } }`;
const READ = `query Issue($id: String!) { issue(id: $id) { state { type } } }`;

const Data = z.object({ data: z.unknown() });
const Teams = z.object({
  teams: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }),
});
const Created = z.object({
  issueCreate: z.object({
    success: z.literal(true),
    issue: z.object({ url: z.url({ protocol: /^https?$/ }) }),
  }),
});
const Issue = z.object({ issue: z.object({ state: z.object({ type: z.string() }) }) });

/** Linear answers errors with any status, and their reason in the body. */
const Failure = z.object({
  errors: z
    .array(
      z.object({
        message: z.string().max(300),
        extensions: z
          .object({ code: z.string().optional(), userPresentableMessage: z.string().max(300).optional() })
          .optional(),
      }),
    )
    .nonempty(),
});

/** States that need nothing more. */
const CLOSED = new Set(['completed', 'canceled']);

/** Returns the problem that an answer means, if it means one. */
function problemOf({ status, headers, json }: TrackerAnswer): TrackerProblem | null {
  const [failure] = Failure.safeParse(json).data?.errors ?? [];
  const code = failure?.extensions?.code;
  if (status === 401 || code === 'AUTHENTICATION_ERROR') return wrongToken(NAME);
  if (status === 429 || code === 'RATELIMITED') return tooMany(NAME, secondsOf(headers));
  if (failure) {
    const reason = failure.extensions?.userPresentableMessage ?? failure.message;
    return new TrackerProblem('issue', `Linear refused: ${reason}`);
  }
  if (status === 403) return new TrackerProblem('issue', 'The key may not do that in Linear.');
  if (status === 404 || status === 410) return new TrackerProblem('issue', 'Linear has no such issue.');
  return status === 200 ? null : unexpected(NAME);
}

/** Returns the key of an issue, such as LIN-12, or null. */
const keyOf = (url: string): string | null =>
  /\/issue\/([A-Za-z][A-Za-z0-9_]*-\d+)(?:\/|$)/.exec(new URL(url).pathname)?.[1] ?? null;

export function createLinear(apiUrl: string): Tracker {
  async function send<T extends z.ZodType>(
    token: string,
    schema: T,
    body: { query: string; variables?: object },
  ): Promise<z.output<T>> {
    const answer = await ask({
      name: NAME,
      url: `${apiUrl}/graphql`,
      headers: { Authorization: token },
      body,
    });
    const problem = problemOf(answer);
    if (problem) throw problem;
    const reply = Data.safeParse(answer.json);
    const data = schema.safeParse(reply.data?.data);
    if (!data.success) throw unexpected(NAME);
    return data.data;
  }
  return {
    async teams(token) {
      return (await send(token, Teams, { query: TEAMS })).teams.nodes;
    },
    async create(token, teamId, { title, body: description }) {
      const variables = { input: { teamId, title, description } };
      return (await send(token, Created, { query: CREATE, variables })).issueCreate.issue.url;
    },
    async read(token, url) {
      const id = keyOf(url);
      if (id === null) throw unexpected(NAME);
      const { issue } = await send(token, Issue, { query: READ, variables: { id } });
      return { isClosed: CLOSED.has(issue.state.type), etag: null };
    },
  };
}
