import { type Agent, Agent as HttpsAgent } from 'node:https';
import { WEBHOOK_ANSWER_BYTES, WEBHOOK_ANSWER_SECONDS } from '@stagelink/shared/contracts/limits';
import type { Config } from '../../platform/config.ts';
import type { App } from '../../platform/context.ts';
import { type Answer, post } from '../../platform/outgoing/post.ts';
import { NotPublic, PublicAgent } from '../../platform/outgoing/publicAgent.ts';
import { checkedUrl } from './address.ts';
import type { DeliveryRow } from './deliveryRepo.ts';
import type { WebhookRow } from './repo.ts';
import { signatureHeaders } from './signature.ts';
import { slackMessage } from './slackMessage.ts';

/** Connects to receivers. */
const receiverAgent = ({ webhooksAllowPrivate }: Pick<Config, 'webhooksAllowPrivate'>): Agent =>
  webhooksAllowPrivate ? new HttpsAgent() : new PublicAgent();

/** What sends events to receivers; tests replace its parts. */
export interface Sender {
  agent: Agent;
  timeoutMs: number;
}

export const createSender = (config: Pick<Config, 'webhooksAllowPrivate'>): Sender => ({
  agent: receiverAgent(config),
  timeoutMs: WEBHOOK_ANSWER_SECONDS * 1000,
});

/** How an attempt went. */
export interface Outcome {
  /** Null: there was no answer. */
  status: number | null;
  /** The beginning of the answer, or why there was none. */
  text: string;
  retryAfter: string | null;
  tookMs: number;
}

type Parts = Pick<App, 'config' | 'secrets'> & { sender: Sender };
type Request = { url: string; headers: Record<string, string>; body: string; agent: Agent | null };

/** The current secret, and the replaced one while it signs too. */
function signingSecrets({ secrets }: Parts, hook: WebhookRow, now: Date): string[] {
  const { secretSealed, oldSecretSealed, oldSecretUntil } = hook;
  const isOldValid = oldSecretUntil !== null && oldSecretUntil > now;
  return [secretSealed, isOldValid ? oldSecretSealed : null]
    .filter((sealed) => sealed !== null)
    .map((sealed) => secrets.open(sealed));
}

function requestOf(app: Parts, hook: WebhookRow, { eventId, events }: DeliveryRow, now: Date): Request {
  // The configuration may have changed since it was entered.
  const url = checkedUrl(app.config, hook.kind, app.secrets.open(hook.urlSealed));
  const json = { 'Content-Type': 'application/json', 'User-Agent': 'Stagelink-Webhooks/1' };
  if (hook.kind === 'slack')
    return { url, headers: json, body: JSON.stringify(slackMessage(events)), agent: null };
  const signed = signatureHeaders(signingSecrets(app, hook, now), { eventId, body: events, now });
  return { url, headers: { ...json, ...signed }, body: events, agent: app.sender.agent };
}

/** Returns why there was no answer, without what is secret in a message of the system. */
function reasonOf(cause: unknown, timeoutMs: number): string {
  if (cause instanceof NotPublic) return 'The address is not on the internet.';
  if (!(cause instanceof Error)) return 'The connection failed.';
  if (cause.name === 'TimeoutError' || cause.name === 'AbortError')
    return `No answer within ${timeoutMs / 1000} seconds.`;
  const code = 'code' in cause ? String(cause.code) : '';
  return code === '' ? 'The address is not usable.' : `The connection failed: ${code}.`;
}

/** Text that PostgreSQL can store. */
const storable = (text: string): string => text.replaceAll('\0', '\ufffd');

/** Sends a delivery once. Throws only if the process stops meanwhile. */
export async function sendOnce(
  app: Parts,
  hook: WebhookRow,
  delivery: DeliveryRow,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<Outcome> {
  const { timeoutMs } = app.sender;
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const request = requestOf(app, hook, delivery, now);
    const answer: Answer = await post({ ...request, timeoutMs, answerBytes: WEBHOOK_ANSWER_BYTES, signal });
    return { ...answer, text: storable(answer.text), tookMs: took() };
  } catch (cause) {
    signal.throwIfAborted();
    return { status: null, text: reasonOf(cause, timeoutMs), retryAfter: null, tookMs: took() };
  }
}
