import type { Faults } from '../faults.ts';
import type { Layer } from '../pins/layer.ts';
import { own } from '../pins/own.ts';
import type { FromAgent } from '@stagelink/shared/preview/messages';
import type { TypedText } from '../typing.ts';

/** What the code that inspects picked elements works with. */
export interface InspectionContext {
  root: string;
  typed: () => TypedText[];
  faults: Faults;
  /** Returns the address of a file of the agent. */
  partUrl: (name: string) => string;
  send: (message: FromAgent) => void;
}

/** Says for coding agents what picked elements are, and what failed on the page. */
export async function sendInspection(
  { root, typed, faults, partUrl, send }: InspectionContext,
  { shadow }: Layer,
  elements: readonly Element[],
  pickId: string,
): Promise<void> {
  let inspection: string | null = null;
  try {
    const { inspect } = (await import(
      /* @vite-ignore */ partUrl('inspect.js')
    )) as typeof import('../inspect/inspect.ts');
    inspection = JSON.stringify(await inspect(elements, { own, shadow, root, typed: typed(), faults }));
  } catch {
    // The comment is sent without it.
  }
  send({ type: 'inspected', pickId, inspection });
}
