import type { Input } from '@stagelink/shared/contracts/endpoint';
import * as api from '@stagelink/shared/contracts/tokens';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/queryClient.ts';

const key = ['tokens'] as const;

export const useTokens = () =>
  useQuery({ queryKey: key, queryFn: async () => (await call(api.listTokens, {})).pats });

/** Resolves to the token, which the server does not return again. */
export async function createToken(input: Input<typeof api.createToken>): Promise<string> {
  const { token } = await call(api.createToken, input);
  void queryClient.invalidateQueries({ queryKey: key });
  return token;
}

export async function deleteToken(id: string): Promise<void> {
  await call(api.deleteToken, { id });
  await queryClient.invalidateQueries({ queryKey: key });
}
