import type { Reply } from '@stagelink/shared/contracts/endpoint';
import { getSummary } from '@stagelink/shared/contracts/snapshots';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export type Summary = Reply<typeof getSummary>;

/** Invalidated together with the lists. */
export const useSummary = () =>
  useQuery({ queryKey: ['snapshots', 'summary'], queryFn: () => call(getSummary, {}) });
