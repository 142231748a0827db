import { UserError } from '@stagelink/shared/client/userError';
import { isDamage, toProblem } from './errors.ts';
import type { EngineCommand, EngineCommands, FromEngine, ToEngine } from '../protocol/engine.ts';

export type Handlers = {
  [C in EngineCommand]: (
    ...args: Parameters<EngineCommands[C]>
  ) => ReturnType<EngineCommands[C]> | Promise<ReturnType<EngineCommands[C]>>;
};

function failure(id: number, cause: unknown): FromEngine {
  const { code, message, hint } = toProblem(cause);
  return { type: 'refusal', id, code, message, hint };
}

/**
 * Runs requests of the main process and replies once to each. Calls `onDamage` when the store broke while
 * open.
 */
export function createRpcServer(
  handlers: Handlers,
  post: (message: FromEngine) => void,
  onDamage: () => void,
): (message: ToEngine) => void {
  return ({ id, command, args }) => {
    const handle = handlers[command] as ((...given: readonly unknown[]) => unknown) | undefined;
    if (!handle) {
      const unknown = new UserError(
        'unknown_command',
        `The engine does not know “${command}”.`,
        'Restart the companion. It may have been updated while it ran.',
      );
      return post(failure(id, unknown));
    }
    new Promise((resolve) => resolve(handle(...args))).then(
      (value) => post({ type: 'answer', id, value }),
      (cause: unknown) => {
        post(failure(id, cause));
        if (isDamage(cause)) onDamage();
      },
    );
  };
}
