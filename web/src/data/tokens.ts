import type { Input } from '@stagelink/shared/contracts/endpoint';
import * as api from '@stagelink/shared/contracts/tokens';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { queries } from './queries.ts';

const key = ['tokens'] as const;

export const useTokens = () =>
  useQuery({ queryKey: key, queryFn: async () => (await call(api.listTokens, {})).pats });

/** Answers the token itself, which nobody can read a second time. */
export async function createToken(input: Input<typeof api.createToken>): Promise<string> {
  const { token } = await call(api.createToken, input);
  void queries.invalidateQueries({ queryKey: key });
  return token;
}

export async function deleteToken(id: string): Promise<void> {
  await call(api.deleteToken, { id });
  await queries.invalidateQueries({ queryKey: key });
}
