import { readdirSync } from 'node:fs';
import type { Endpoint } from '@stagelink/shared/contracts/endpoint';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;

async function readContracts(): Promise<Map<string, Endpoint>> {
  const folder = new URL('../../shared/src/contracts/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const modules = await Promise.all(
    files.map((name) => import(new URL(name, folder).href) as Promise<object>),
  );
  return new Map(
    modules
      .flatMap((module) => Object.entries(module) as [string, unknown][])
      .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
  );
}

/** Every contract by name. */
export const CONTRACTS = await readContracts();

export function contractOf(name: string): Endpoint {
  const contract = CONTRACTS.get(name);
  if (!contract) throw new Error(`There is no contract ${name}`);
  return contract;
}
