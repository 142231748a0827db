import { EngineError, isDamage, toProblem } from './problems.ts';
import type { EngineCommand, EngineCommands, FromEngine, ToEngine } from './protocol.ts';

export type Handlers = {
  [C in EngineCommand]: (
    ...args: Parameters<EngineCommands[C]>
  ) => ReturnType<EngineCommands[C]> | Promise<ReturnType<EngineCommands[C]>>;
};

function refusal(id: number, cause: unknown): FromEngine {
  const { code, message, hint } = toProblem(cause);
  return { type: 'refusal', id, code, message, hint };
}

/** Runs what the main process asks for, and answers each question once. `onDamage`: the store broke under our hands. */
export function answering(
  handlers: Handlers,
  post: (message: FromEngine) => void,
  onDamage: () => void,
): (message: ToEngine) => void {
  return ({ id, command, args }) => {
    const handle = handlers[command] as ((...given: readonly unknown[]) => unknown) | undefined;
    if (!handle) {
      const unknown = new EngineError(
        'unknown_command',
        `The engine does not know “${command}”.`,
        'Start the companion anew: it may have been updated while it ran.',
      );
      return post(refusal(id, unknown));
    }
    new Promise((resolve) => resolve(handle(...args))).then(
      (value) => post({ type: 'answer', id, value }),
      (cause: unknown) => {
        post(refusal(id, cause));
        if (isDamage(cause)) onDamage();
      },
    );
  };
}
