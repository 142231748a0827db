import type { Endpoint } from '@stagelink/shared/contracts/endpoint';
import { endpointsBySubject } from '@stagelink/shared/contracts/endpoints';

/** Every contract by name. */
export const CONTRACTS: ReadonlyMap<string, Endpoint> = new Map(
  endpointsBySubject().map(([, name, endpoint]) => [name, endpoint]),
);

export function contractOf(name: string): Endpoint {
  const contract = CONTRACTS.get(name);
  if (!contract) throw new Error(`There is no contract ${name}`);
  return contract;
}
