import { count } from '@stagelink/shared/domain/format';
import * as z from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const FORMATS: Record<string, string> = {
  email: 'an email address such as ada@example.com',
  url: 'a web address such as https://example.com',
  datetime: 'a time such as 2026-11-22T18:00:00Z',
  date: 'a date such as 2026-11-22',
  uuid: 'an id as this API returns it',
  guid: 'an id as this API returns it',
};

function size(origin: string, bound: unknown, than: 'more' | 'fewer'): string {
  if (origin === 'string') return `must have ${count(Number(bound), 'character')} or ${than}`;
  if (origin === 'array') return `must have ${count(Number(bound), 'item')} or ${than}`;
  return `must be ${String(bound)} or ${than === 'more' ? 'more' : 'less'}`;
}

/** Returns the requirement as the end of a sentence that begins with the field's name. */
function demand(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${TYPES[issue.expected] ?? 'of another type'}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`;
    case 'invalid_format':
      return FORMATS[issue.format] ? `must be ${FORMATS[issue.format]}` : 'has a form that is not allowed';
    case 'too_small':
      return size(issue.origin, issue.minimum, 'more');
    case 'too_big':
      return size(issue.origin, issue.maximum, 'fewer');
    default:
      return 'is not valid';
  }
}

/** Describes an issue without a custom message in the contract: the field and what is expected. */
function describeIssue(issue: Issue): string {
  const path = issue.path ?? [];
  return `${path.length === 0 ? 'The request' : `“${path.join('.')}”`} ${demand(issue)}.`;
}

/** Parses input. Throws a `ZodError` whose messages are sentences for users. */
export const parseInput = <S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> =>
  z.parse(schema, value, { error: describeIssue });
