import { askForReview } from '@stagelink/shared/tools/reviews';
import { count } from '@stagelink/shared/staging/words';
import { type Context, type Result, say } from '../../context.ts';
import { usage } from '../../exit.ts';
import { plainLine } from '../../plain.ts';
import { connectFor, findTarget } from '../../target.ts';

export interface RequestOptions {
  reviewer?: string[];
  deadline?: string;
  notes?: string;
}

/** Asks people for a review of a snapshot; each is mailed a link of their own. */
export async function run(
  context: Context,
  given: string | undefined,
  { reviewer = [], deadline, notes = '' }: RequestOptions,
): Promise<Result> {
  const reviewers = reviewer.map(personIn);
  const until = deadline === undefined ? undefined : timeOf(deadline);
  const connection = await connectFor(context, given);
  const { id } = findTarget(context, connection, given);
  const review = await askForReview(connection.call, {
    id,
    reviewers,
    notes,
    ...(until === undefined ? {} : { deadline: until }),
  });
  say(context, `Asked ${count(review.reviewers.length, 'person', 'people')} for a review.`);
  return {
    data: { review },
    lines: review.reviewers.flatMap(({ name, link }) =>
      link === null ? [] : [`${plainLine(name)}  ${link}`],
    ),
  };
}

function personIn(given: string): { userName: string; userEmail: string } {
  const [, userName, userEmail] = /^\s*"?([^"<>]*?)"?\s*<([^<>\s]+@[^<>\s]+)>\s*$/.exec(given) ?? [];
  if (userName && userEmail) return { userName, userEmail };
  throw usage(`“${given}” is not a reviewer.`, 'Name each as --reviewer "Bea <bea@example.com>".');
}

/** A day ends when it ends here; a time is taken as it is written. */
function timeOf(given: string): string {
  const time = new Date(/^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given}T23:59:59` : given);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw usage(`“${given}” is not a time.`, 'Give a day such as 2026-12-24, or an ISO 8601 time.');
}
