import type { Reply } from '@stagelink/shared/contracts/endpoint';
import { getSummary } from '@stagelink/shared/contracts/snapshots';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

export type Summary = Reply<typeof getSummary>;

/** Stale whenever the lists are. */
export const useSummary = () =>
  useQuery({ queryKey: ['snapshots', 'summary'], queryFn: () => call(getSummary, {}) });
