import type { UserError } from '@stagelink/shared/client/userError';
import type { ErrorCode } from '@stagelink/shared/contracts/errors';
import { upgradeUrlIn } from '@stagelink/shared/domain/upgradeUrl';
import type { StageCode } from '@stagelink/shared/staging/core/errors';

/** What a button below an error does. */
export type RecoveryAction =
  | 'signIn'
  | 'setToken'
  | 'settings'
  | 'trust'
  | 'stage'
  | 'stageNew'
  | 'log'
  | 'upgrade';

/** Codes of the extension's own errors. */
type OwnCode = 'bad_address' | 'nothing_staged' | 'sign_in_rejected' | 'sign_in_timeout' | 'untrusted';

const ACTIONS: Partial<Record<StageCode | ErrorCode | OwnCode, RecoveryAction>> = {
  not_signed_in: 'signIn',
  unauthenticated: 'signIn',
  forbidden: 'signIn',
  sign_in_rejected: 'signIn',
  sign_in_timeout: 'setToken',
  bad_address: 'settings',
  network: 'settings',
  untrusted: 'trust',
  nothing_staged: 'stage',
  snapshot_gone: 'stageNew',
  install_failed: 'log',
  build_failed: 'log',
  build_timeout: 'log',
  build_output_limit: 'log',
};

export const recoveryFor = ({ code, message }: UserError): RecoveryAction | undefined =>
  upgradeUrlIn(message) === null ? (ACTIONS as Partial<Record<string, RecoveryAction>>)[code] : 'upgrade';

/** True when the user ended it and it is known that nothing was published: nothing is shown. */
export const isCancelled = ({ code, cause }: UserError): boolean =>
  (code === 'cancelled' && cause === undefined) || code === 'build_refused';

/** A line of the build's log says more than a hint. */
export const errorText = ({ message, hint, lines }: UserError): string =>
  `${message} ${lines[0] ?? hint}`.trimEnd();
