import type { UserError } from '@stagelink/shared/client/userError';
import type { ErrorCode } from '@stagelink/shared/contracts/errors';
import type { StageCode } from '@stagelink/shared/staging/core/errors';

/** Exit codes, a promise to scripts. */
const EXIT = {
  failed: 1,
  usage: 2,
  notSignedIn: 3,
  notFound: 4,
  limit: 5,
  network: 6,
  buildFailed: 7,
  /** What shells report of a program ended by SIGHUP, by Ctrl-C and by SIGTERM. */
  hungUp: 129,
  cancelled: 130,
  terminated: 143,
} as const;

export const EXIT_BY_SIGNAL = {
  SIGHUP: EXIT.hungUp,
  SIGINT: EXIT.cancelled,
  SIGTERM: EXIT.terminated,
} as const;
export type StopSignal = keyof typeof EXIT_BY_SIGNAL;

const EXIT_BY_CODE: Partial<Record<StageCode | ErrorCode | 'usage', number>> = {
  usage: EXIT.usage,
  folder_missing: EXIT.usage,
  bad_command: EXIT.usage,
  bad_variable: EXIT.usage,
  invalid_input: EXIT.usage,
  output_outside: EXIT.usage,
  secret_found: EXIT.usage,
  unconfirmed_link: EXIT.usage,
  not_signed_in: EXIT.notSignedIn,
  unauthenticated: EXIT.notSignedIn,
  wrong_credentials: EXIT.notSignedIn,
  not_found: EXIT.notFound,
  gone: EXIT.notFound,
  snapshot_gone: EXIT.notFound,
  limit: EXIT.limit,
  plan_limit: EXIT.limit,
  too_large: EXIT.limit,
  rate_limited: EXIT.limit,
  storage_full: EXIT.limit,
  network: EXIT.network,
  unavailable: EXIT.network,
  package_manager_missing: EXIT.buildFailed,
  install_failed: EXIT.buildFailed,
  build_failed: EXIT.buildFailed,
  build_timeout: EXIT.buildFailed,
  build_output_limit: EXIT.buildFailed,
  cancelled: EXIT.cancelled,
};

export const exitCodeOf = ({ code }: UserError): number =>
  (EXIT_BY_CODE as Partial<Record<string, number>>)[code] ?? EXIT.failed;
