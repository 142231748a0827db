import * as core from '@actions/core';
import { UserError } from '@stagelink/shared/client/userError';
import { exposure } from '@stagelink/shared/domain/serverAddress';

const FAIL_ON = ['none', 'open-threads', 'changes-requested'] as const;
export type FailOn = (typeof FAIL_ON)[number];

const ON_CLOSE = ['expire', 'keep', 'delete'] as const;
export type OnClose = (typeof ON_CLOSE)[number];

export interface Inputs {
  /** URL without a trailing slash. */
  server: string;
  /** Empty where secrets are withheld. */
  token: string;
  folder: string;
  buildCommand: string | undefined;
  name: string;
  /** Undefined: generated for a new link, unchanged afterwards. Null: none. */
  password: string | null | undefined;
  expiresInDays: number | undefined;
  hasComment: boolean;
  hasCheck: boolean;
  failOn: FailOn;
  onClose: OnClose;
  showsPassword: boolean;
  githubToken: string;
}

const wrong = (name: string, hint: string): UserError =>
  new UserError('usage', `The input “${name}” cannot be used.`, hint);

const optional = (name: string): string | undefined => core.getInput(name) || undefined;

function oneOf<const T extends string>(name: string, values: readonly T[]): T {
  const given = core.getInput(name);
  const value = values.find((each) => each === given);
  if (value === undefined) throw wrong(name, `Give one of ${values.join(', ')}.`);
  return value;
}

function serverAddress(): string {
  const given = core.getInput('server');
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw wrong('server', 'Give an address such as https://stagelink.example.com.');
  const problem = exposure(url);
  if (problem !== null) throw wrong('server', problem);
  return (url.origin + url.pathname).replace(/\/$/, '');
}

function days(): number | undefined {
  const given = optional('expires-in-days');
  if (given === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(given)) throw wrong('expires-in-days', 'Give a number of days, such as 7.');
  return Number(given);
}

/** Reads the inputs, and masks what is secret in the log. */
export function readInputs(repository: string): Inputs {
  const token = core.getInput('token');
  const password = optional('password');
  const showsPassword = core.getBooleanInput('show-password');
  if (token !== '') core.setSecret(token);
  if (password !== undefined && password !== 'none' && !showsPassword) core.setSecret(password);
  return {
    server: serverAddress(),
    token,
    folder: core.getInput('folder'),
    buildCommand: optional('build-command'),
    name: optional('name') ?? repository,
    password: password === 'none' ? null : password,
    expiresInDays: days(),
    hasComment: core.getBooleanInput('comment'),
    hasCheck: core.getBooleanInput('check'),
    failOn: oneOf('fail-on', FAIL_ON),
    onClose: oneOf('on-close', ON_CLOSE),
    showsPassword,
    githubToken: core.getInput('github-token'),
  };
}
