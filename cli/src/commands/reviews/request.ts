import { createReviewRequest } from '@stagelink/shared/agentTools/reviews';
import { count } from '@stagelink/shared/domain/format';
import { type Context, type Result, writeStatus } from '../../context.ts';
import { usage } from '../../errors.ts';
import { plainLine } from '../../sanitizeTerminal.ts';
import { connectFor, findTarget } from '../../target.ts';

export interface RequestOptions {
  reviewer?: string[];
  deadline?: string;
  notes?: string;
}

const EXAMPLE = 'Name each as --reviewer "Bea <bea@example.com>".';

export async function run(
  context: Context,
  given: string | undefined,
  { reviewer = [], deadline, notes = '' }: RequestOptions,
): Promise<Result> {
  if (reviewer.length === 0) throw usage('A review needs a reviewer.', EXAMPLE);
  const reviewers = reviewer.map(personIn);
  const until = deadline === undefined ? undefined : timeOf(deadline);
  const connection = await connectFor(context, given);
  const { id } = findTarget(context, connection, given);
  const review = await createReviewRequest(connection.call, {
    id,
    reviewers,
    notes,
    ...(until === undefined ? {} : { deadline: until }),
  });
  writeStatus(context, `Requested a review from ${count(review.reviewers.length, 'person', 'people')}.`);
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
  throw usage(`“${given}” is not a reviewer.`, EXAMPLE);
}

/** A date ends at midnight in local time; a date with a time is used as given. */
function timeOf(given: string): string {
  const [, day] = /^(\d{4}-\d{2}-\d{2})/.exec(given) ?? [];
  const time = new Date(given === day ? `${given}T23:59:59` : given);
  if (Number.isNaN(time.getTime()) || (day !== undefined && !isDay(day)))
    throw usage(`“${given}” is not a time.`, 'Give a day such as 2026-12-24, or an ISO 8601 time.');
  if (time.getTime() < Date.now()) throw usage(`“${given}” is in the past.`, 'Give a later day or time.');
  return time.toISOString();
}

/** JavaScript takes the 31st of February for a day in March. */
const isDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
