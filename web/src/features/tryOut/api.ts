import * as api from '@stagelink/shared/contracts/tryOut';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { invalidateSnapshotLists } from '../snapshots/listsApi.ts';

export const askTryOut = () => call(api.getTryOut, {});

/** The snapshot that a claim link is for. */
export const useClaimable = (secret: string) =>
  useQuery({
    queryKey: ['claim', secret],
    queryFn: async () => (await call(api.readClaim, { secret })).snapshot,
    enabled: secret !== '',
    // Claimed by this page, it is gone.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useClaim = (secret: string) =>
  useMutation({
    mutationFn: async () => (await call(api.claimSnapshot, { secret })).snapshot,
    onSuccess: () => void invalidateSnapshotLists(),
  });
