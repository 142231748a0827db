/** An error as it is reported: texts only, scrubbed. */
export interface ErrorReport {
  source: 'server' | 'web' | 'companion';
  /** Whether the client that reports was signed in. Anyone can invent an error of a visitor. */
  reporter?: 'account' | 'visitor';
  name: string;
  message: string;
  stack: string;
  /** The page or the route. */
  where: string;
}

/** Where unexpected errors are reported to. */
export interface ErrorReports {
  /** Returns at once and never throws. */
  report: (error: ErrorReport) => void;
  /** Waits for reports that are on their way. */
  stop: () => Promise<void>;
}

export const NO_ERROR_REPORTS: ErrorReports = { report: () => undefined, stop: () => Promise.resolve() };

const LENGTH_MAX = 6000;

const SECRETS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\bstl_\w+/g, '{token}'],
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, '{email}'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '{id}'],
  // A snapshot's id is its link.
  [/\/(s|viewer|snapshots)\/[\w-]{1,64}/g, '/$1/{id}'],
  // The label of a snapshot's own origin, without the port and domain.
  [/(https?:\/\/)[a-z0-9]{12,40}(?:-v\d+)?(?=\.)/g, '$1{label}'],
  // Queries and fragments of URLs and paths; a line and column may follow.
  [/(\/[^\s?#()]*)[?#][^\s():]*/g, '$1'],
];

/** Removes ids, addresses, tokens and queries from a text. */
export function scrub(text: string): string {
  let scrubbed = text.slice(0, LENGTH_MAX);
  for (const [pattern, replacement] of SECRETS) scrubbed = scrubbed.replace(pattern, replacement);
  return scrubbed;
}

/** Returns a report of an error of this server. */
export function reportOf(cause: unknown, where: string): ErrorReport {
  const error = cause instanceof Error ? cause : new Error(String(cause));
  return scrubbedReport({
    source: 'server',
    name: error.name,
    message: error.message,
    stack: error.stack ?? '',
    where,
  });
}

export const scrubbedReport = ({ name, message, stack, where, ...about }: ErrorReport): ErrorReport => ({
  ...about,
  name: scrub(name),
  message: scrub(message),
  stack: scrub(stack),
  where: scrub(where),
});
