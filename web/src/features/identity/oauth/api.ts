import { decideAgentRequest, requestAgent } from '@stagelink/shared/contracts/agentClients';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { type Authorization, authorizeProgram } from '@stagelink/shared/contracts/oauth';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Authorizes a program. Returns the URL to open next. */
export async function allow(authorization: Authorization): Promise<string> {
  return (await call(authorizeProgram, authorization)).redirectTo;
}

/** Checks the request of an agent. Once per page, because each check starts a decision. */
export const useAgentRequest = (query: string) =>
  useQuery({
    queryKey: ['agentRequest', query],
    queryFn: () => call(requestAgent, { query }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

/** Allows or denies an agent. Returns the URL to open next. */
export const decideAgent = async (decision: Input<typeof decideAgentRequest>): Promise<string> =>
  (await call(decideAgentRequest, decision)).redirectTo;
