import type { IssueTeam } from '@stagelink/shared/contracts/issues';

interface NewIssue {
  title: string;
  /** Markdown. */
  body: string;
}

/** What a tracker says about an issue. */
interface IssueState {
  isClosed: boolean;
  etag: string | null;
}

/** A tracker in which the server makes issues with a person’s token. Its functions throw `TrackerProblem`. */
export interface Tracker {
  /** Returns where issues can be made; throws if the token does not count. */
  teams: (token: string) => Promise<IssueTeam[]>;
  /** Returns the address of the issue. `place` is a repository or the id of a team. */
  create: (token: string, place: string, issue: NewIssue) => Promise<string>;
  /** Null: unchanged since `etag`. */
  read: (token: string, url: string, etag: string | null) => Promise<IssueState | null>;
}

/** `token`: it does not count. `busy`: later requests may succeed. `issue`: it is about this issue only. */
type ProblemKind = 'token' | 'busy' | 'issue';

/** A tracker did not do what it was asked for. `message` is a sentence for a person. */
export class TrackerProblem extends Error {
  override readonly name = 'TrackerProblem';
  readonly kind: ProblemKind;
  readonly retryAfter: number | undefined;

  constructor(kind: ProblemKind, message: string, retryAfter?: number) {
    super(message);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

export const wrongToken = (name: string) =>
  new TrackerProblem('token', `${name} does not accept the token. Enter a new one in the settings.`);

export const tooMany = (name: string, seconds: number) =>
  new TrackerProblem('busy', `${name} takes no more requests for now. Please try again later.`, seconds);

export const unexpected = (name: string) =>
  new TrackerProblem('busy', `${name} did not answer as expected. Please try again later.`);
