import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type {
  ConnectedTracker,
  connectIssueTracker,
  createIssue,
  IssueTeam,
} from '@stagelink/shared/contracts/issues';
import type { App } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import type { Access } from '../access/access.ts';
import type { Commenter } from '../comments/policy.ts';
import type { CommentRow } from '../comments/repo.ts';
import { visible } from '../comments/service.ts';
import * as connections from './connectionRepo.ts';
import * as repo from './repo.ts';
import { link } from './service.ts';
import { createGithub } from './trackers/github.ts';
import { createLinear } from './trackers/linear.ts';
import { type Tracker, TrackerProblem, wrongToken } from './trackers/tracker.ts';

type Parts = Pick<App, 'config' | 'db' | 'secrets'>;

const NAMES: Record<ConnectedTracker, string> = { github: 'GitHub', linear: 'Linear' };

export const trackerOf = (
  { config: { githubApiUrl, linearApiUrl } }: Pick<App, 'config'>,
  tracker: ConnectedTracker,
): Tracker => (tracker === 'github' ? createGithub(githubApiUrl) : createLinear(linearApiUrl));

/** Says a tracker’s problem to the person who asked. */
function toAppError(cause: unknown): unknown {
  if (!(cause instanceof TrackerProblem)) return cause;
  const { kind, message, retryAfter } = cause;
  if (kind === 'busy')
    return new AppError('unavailable', message, retryAfter === undefined ? {} : { retryAfter });
  return new AppError('conflict', message);
}

/** Returns a token. Throws if it was stored under another master key. */
export function tokenOf(
  { secrets }: Pick<App, 'secrets'>,
  { tracker, tokenSealed }: { tracker: ConnectedTracker; tokenSealed: Buffer },
): string {
  const token = secrets.tryOpen(tokenSealed);
  if (token === null) throw wrongToken(NAMES[tracker]);
  return token;
}

/** Stores a token that its tracker accepts. */
export async function connect(
  app: Parts,
  userId: string,
  { tracker, token }: Parsed<typeof connectIssueTracker>,
): Promise<void> {
  const teams = await trackerOf(app, tracker)
    .teams(token)
    .catch((cause: unknown) => {
      if (cause instanceof TrackerProblem && cause.kind === 'token')
        throw new AppError('invalid_input', `${NAMES[tracker]} does not accept this token.`, {
          field: 'token',
        });
      throw toAppError(cause);
    });
  await connections.put(app.db, userId, tracker, app.secrets.seal(token));
  const [only, ...others] = teams;
  if (only && others.length === 0) await connections.putTeam(app.db, userId, tracker, only);
}

async function connectionOf({ db }: Parts, userId: string, tracker: ConnectedTracker) {
  const connection = await connections.find(db, userId, tracker);
  if (!connection)
    throw new AppError('conflict', `Enter a token of ${NAMES[tracker]} in the settings first.`);
  return connection;
}

/** Does something with a person’s token, and notes if it no longer counts. */
async function withToken<T>(
  app: Parts,
  userId: string,
  tracker: ConnectedTracker,
  act: (api: Tracker, token: string) => Promise<T>,
): Promise<T> {
  const connection = await connectionOf(app, userId, tracker);
  try {
    const done = await act(trackerOf(app, tracker), tokenOf(app, connection));
    await connections.noteProblem(app.db, userId, connection, null);
    return done;
  } catch (cause) {
    if (cause instanceof TrackerProblem && cause.kind === 'token')
      await connections.noteProblem(app.db, userId, connection, cause.message);
    throw toAppError(cause);
  }
}

export const listTeams = (app: Parts, userId: string): Promise<IssueTeam[]> =>
  withToken(app, userId, 'linear', (api, token) => api.teams(token));

/** Returns where issues are made: a repository, or the id of a team. */
async function placeOf(app: Parts, userId: string, tracker: ConnectedTracker): Promise<string> {
  const place =
    tracker === 'github'
      ? (await repo.trackersOf(app.db, userId)).githubRepository
      : (await connectionOf(app, userId, tracker)).teamId;
  if (place === null)
    throw new AppError(
      'conflict',
      `Choose a ${tracker === 'github' ? 'repository' : 'team'} in the settings first.`,
    );
  return place;
}

async function assertWithoutIssue(
  { db }: Parts,
  commenter: Commenter,
  { id, commentId }: Pick<Parsed<typeof createIssue>, 'id' | 'commentId'>,
): Promise<void> {
  const { parentId, issueUrl } = await visible(db, commenter, id, commentId);
  if (parentId !== null) throw notFound('That thread');
  if (issueUrl !== null) throw new AppError('conflict', 'This thread has an issue already.');
}

/** Runs `make` unless another request is making an issue of the thread. */
async function once<T>({ db }: Parts, commentId: string, make: () => Promise<T>): Promise<T> {
  if (!(await repo.claim(db, commentId)))
    throw new AppError('conflict', 'An issue of this thread is being made.');
  try {
    return await make();
  } finally {
    await repo.release(db, commentId);
  }
}

/** Makes an issue of a thread in the owner’s tracker, and keeps its link on the thread. */
export async function create(
  app: App,
  access: Access,
  commenter: Commenter,
  { id, commentId, tracker, ...issue }: Parsed<typeof createIssue>,
): Promise<CommentRow> {
  const { ownerId } = access.snapshot;
  await assertWithoutIssue(app, commenter, { id, commentId });
  const place = await placeOf(app, ownerId, tracker);
  return once(app, commentId, async () => {
    // Another request may have made it before the claim.
    await assertWithoutIssue(app, commenter, { id, commentId });
    const url = await withToken(app, ownerId, tracker, (api, token) => api.create(token, place, issue));
    return link(app, access, commenter, { id, commentId, url });
  });
}
