/** Addresses that GitHub adds to everything; no client of ours reads them. */
const urls = (at: string, ...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `https://github.example/${at}/${name}`]));

/** A user, or the user of an app, as replies name it. */
const presentUser = (login: string) => ({
  login,
  id: [...login].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) % 1_000_000,
  node_id: login,
  gravatar_id: '',
  site_admin: false,
  type: login.endsWith('[bot]') ? 'Bot' : 'User',
  ...urls(
    login,
    'avatar_url',
    'events_url',
    'followers_url',
    'following_url',
    'gists_url',
    'html_url',
    'organizations_url',
    'received_events_url',
    'repos_url',
    'starred_url',
    'subscriptions_url',
    'url',
  ),
});

/** A user as they see themselves. */
export const presentAccount = (login: string) => ({
  ...presentUser(login),
  name: login,
  company: null,
  blog: null,
  location: null,
  email: null,
  hireable: null,
  bio: null,
  public_repos: 1,
  public_gists: 0,
  followers: 0,
  following: 0,
  created_at: '2026-11-28T10:00:00Z',
  updated_at: '2026-11-28T10:00:00Z',
});

export interface StoredComment {
  id: number;
  issue: number;
  login: string;
  body: string;
  createdAt: string;
  updatedAt: string;
}

export const presentComment = ({ id, issue, login, body, createdAt, updatedAt }: StoredComment) => ({
  id,
  node_id: String(id),
  body,
  user: presentUser(login),
  author_association: 'NONE',
  created_at: createdAt,
  updated_at: updatedAt,
  ...urls(`issues/${issue}/comments/${id}`, 'url', 'html_url', 'issue_url'),
});

/** A check run as it was sent. */
export interface StoredCheck {
  id: number;
  name: string;
  head_sha: string;
  status: string;
  conclusion: string;
  details_url: string;
  output: { title: string; summary: string };
}

export const presentCheck = ({ id, output, ...check }: StoredCheck) => ({
  ...check,
  id,
  node_id: String(id),
  external_id: '',
  started_at: null,
  completed_at: null,
  check_suite: null,
  app: null,
  pull_requests: [],
  output: {
    ...output,
    text: null,
    annotations_count: 0,
    annotations_url: 'https://github.example/annotations',
  },
  ...urls(`check-runs/${id}`, 'url', 'html_url'),
});

export interface StoredIssue {
  number: number;
  login: string;
  title: string;
  body: string;
  state: 'open' | 'closed';
  stateReason: 'completed' | 'not_planned' | null;
}

export const presentIssue = (
  repository: string,
  { number, login, title, body, state, stateReason }: StoredIssue,
) => ({
  id: number,
  node_id: String(number),
  number,
  title,
  body,
  state,
  state_reason: stateReason,
  locked: false,
  user: presentUser(login),
  assignee: null,
  labels: [],
  milestone: null,
  comments: 0,
  author_association: 'NONE',
  closed_at: null,
  created_at: '2026-11-28T10:00:00Z',
  updated_at: '2026-11-28T10:00:00Z',
  ...urls(`issues/${number}`, 'comments_url', 'events_url', 'labels_url', 'repository_url', 'url'),
  html_url: `https://github.com/${repository}/issues/${number}`,
});
