import { ISSUE_TEXT_MAX } from '@stagelink/shared/contracts/limits';

/** Where issues can be made by a link to a form that is filled in. */
export type Tracker = 'github' | 'linear' | 'jira';

/** What there is to say about a thread in an issue. */
export interface IssueFacts {
  /** Markdown of its first comment. */
  text: string;
  author: string;
  /** Name and value of what was seen at the comment, such as its element. */
  facts: readonly (readonly [name: string, value: string])[];
  threadUrl: string;
}

const TITLE_MAX = 80;
/** Servers refuse longer addresses. */
const URL_MAX = 7000;

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;

/** Returns the first line of a comment without signs of Markdown at its ends. */
function titleOf({ text, facts }: IssueFacts): string {
  const line = text.split('\n').find((each) => /[\p{L}\p{N}]/u.test(each));
  const plain = line?.replaceAll(/^[\s#>*_`-]+|[\s*_`]+$/g, '') ?? facts[0]?.[1] ?? 'Feedback';
  return cut(plain, TITLE_MAX);
}

function bodyOf({ text, author, facts, threadUrl }: IssueFacts, most: number): string {
  const quoted = cut(text, most)
    .split('\n')
    .map((line) => `> ${line}`);
  const seen = facts.map(([name, value]) => `- ${name}: ${cut(value.replaceAll(/\s+/g, ' '), 200)}`);
  return [`${author} wrote:`, '', ...quoted, '', ...seen, '', threadUrl].join('\n');
}

/** Names of title and text in the query of each form. */
const FIELDS: Record<Tracker, readonly [title: string, body: string]> = {
  github: ['title', 'body'],
  linear: ['title', 'description'],
  jira: ['summary', 'description'],
};

/** Returns the address of a form with the facts filled in; a long comment is shortened until servers take it. */
export function newIssueUrl(tracker: Tracker, form: string, facts: IssueFacts): string {
  const [title, body] = FIELDS[tracker];
  for (let most = facts.text.length; ; most = Math.floor(most * 0.8)) {
    const url = new URL(form);
    url.searchParams.set(title, titleOf(facts));
    url.searchParams.set(body, bodyOf(facts, most));
    if (url.href.length <= URL_MAX || most < 40) return url.href;
  }
}

/** Returns the title and the text of an issue that the server makes. */
export const issueText = (facts: IssueFacts): { title: string; body: string } => ({
  title: titleOf(facts),
  body: cut(bodyOf(facts, facts.text.length), ISSUE_TEXT_MAX),
});

/** Returns the address of the empty form of a repository on GitHub. */
export const githubForm = (repository: string): string => `https://github.com/${repository}/issues/new`;

export const LINEAR_FORM = 'https://linear.app/new';

/** Returns how people call an issue, such as “LIN-12” or “acme/shop#12”; of an unknown tracker its host. */
export function issueKey(address: string): string {
  const { hostname, pathname } = new URL(address);
  const numbered = /^\/([\w.-]+\/[\w.-]+)\/issues\/(\d+)/.exec(pathname);
  if (numbered) return `${numbered[1]}#${numbered[2]}`;
  const keyed = /\/(?:issue|browse)\/([A-Za-z][A-Za-z0-9_]*-\d+)(?:\/|$)/.exec(pathname);
  return keyed?.[1]?.toUpperCase() ?? hostname;
}
