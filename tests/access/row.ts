import type { Call } from '@stagelink/shared/client/call';
import type { Caller, Expectation } from './expectations.ts';
import type { Scene } from './scene.ts';

export interface Row {
  /** Makes the call for the objects of the scene's owner. */
  call: (api: Call, scene: Scene) => Promise<unknown>;
  expect: Expectation;
  /** Names of tables an allowed call writes to, `jobs` for the queue, `objects` for the store. */
  writes: readonly string[];
  /** What the calls of these callers write instead. */
  except?: Partial<Record<Caller, readonly string[]>>;
}

/** Rows by name of the contract. */
export type Rows = Record<string, Row>;
