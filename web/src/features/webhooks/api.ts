import type { Input } from '@stagelink/shared/contracts/endpoint';
import { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import * as api from '@stagelink/shared/contracts/webhooks';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { unlessGone } from '../../lib/query/changes.ts';
import { queryClient } from '../../lib/queryClient.ts';

const all = ['webhooks'] as const;
const key = [...all, 'list'] as const;
const deliveriesKey = (id: string) => [...all, 'deliveries', id] as const;

/** Deliveries are read again this often while they are shown and an attempt is due. */
const WAITING_MS = 2000;
const SOON_MS = 15_000;

const isDueSoon = ({ status, nextAt }: api.WebhookDelivery): boolean =>
  status === 'pending' && nextAt !== null && Date.parse(nextAt) < Date.now() + SOON_MS;

export const useWebhooks = () =>
  useQuery({ queryKey: key, queryFn: async () => (await call(api.listWebhooks, {})).webhooks });

const invalidate = () => queryClient.invalidateQueries({ queryKey: key });

/** Resolves to the secret, which the server does not return again; to null for Slack. */
export async function createWebhook(input: Input<typeof api.createWebhook>): Promise<string | null> {
  const { secret } = await call(api.createWebhook, input);
  await invalidate();
  return secret;
}

export async function updateWebhook(input: Input<typeof api.updateWebhook>): Promise<void> {
  await call(api.updateWebhook, input);
  await invalidate();
}

/** Resolves to the new secret. */
export async function rotateSecret(id: string): Promise<string> {
  const { secret } = await call(api.rotateWebhookSecret, { id });
  await invalidate();
  return secret;
}

export async function deleteWebhook(id: string): Promise<void> {
  await unlessGone(call(api.deleteWebhook, { id }));
  await invalidate();
}

export const useDeliveries = (id: string) =>
  useQuery({
    queryKey: deliveriesKey(id),
    queryFn: async () => (await call(api.listWebhookDeliveries, { id })).deliveries,
    refetchInterval: ({ state }) => (state.data?.some(isDueSoon) ? WAITING_MS : false),
  });

const invalidateDeliveries = (id: string) => queryClient.invalidateQueries({ queryKey: deliveriesKey(id) });

export async function sendTest(id: string): Promise<void> {
  await call(api.testWebhook, { id });
  await invalidateDeliveries(id);
}

export async function resend(id: string, deliveryId: string): Promise<void> {
  await call(api.resendWebhookDelivery, { id, deliveryId });
  await invalidateDeliveries(id);
}

/** The newest snapshots, to choose one of. */
export const useSnapshotNames = (isAsked: boolean) =>
  useQuery({
    queryKey: [...all, 'snapshots'],
    queryFn: async () => (await call(listSnapshots, { limit: 200 })).snapshots,
    enabled: isAsked,
  });
