import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/assistant';
import type { AssistantEvent } from '@stagelink/shared/contracts/assistant';
import type { Context } from 'koa';
import type { App } from '../../platform/context.ts';
import { AppError, toAppError } from '../../platform/http/errors.ts';
import type { CountedRequest, Principal } from '../../platform/http/principal.ts';
import { acceptsEvents, route } from '../../platform/http/route.ts';
import { accessToSnapshot, ownAccess } from '../access/access.ts';
import { commenterFor } from '../comments/commenter.ts';
import { isVisitor } from '../comments/policy.ts';
import { newVisitor, setVisitor, visitorOf } from '../comments/visitor.ts';
import { withBreakers } from './breaker.ts';
import { NO_ANSWER } from './copy.ts';
import type { Model } from './model.ts';
import { chatKeys } from './policy.ts';
import { presentMessage } from './present.ts';
import * as repo from './repo.ts';
import * as service from './service.ts';
import * as usage from './usageRepo.ts';

/** Aborts when the client closes its connection before the response is complete. */
function signalOf({ res }: Context): AbortSignal {
  const abort = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) abort.abort();
  });
  return abort.signal;
}

/** Once something was sent, an error is an event. */
async function* withErrorEvent(
  app: App,
  events: AsyncIterable<AssistantEvent>,
): AsyncGenerator<AssistantEvent> {
  let hasBegun = false;
  try {
    for await (const event of events) {
      hasBegun = true;
      yield event;
    }
  } catch (cause) {
    if (!hasBegun) throw cause;
    const { code, message, retryAfter } = toAppError(cause);
    app.log.warn({ err: cause }, 'an answer of the model failed');
    yield { event: 'error', data: { code, message, retryAfter } };
  }
}

/** Waits for the whole answer. */
async function lastMessage(events: AsyncIterable<AssistantEvent>): Promise<api.AssistantMessage> {
  let messages: api.AssistantMessage[] = [];
  for await (const { event, data } of events) if (event === 'done') ({ messages } = data);
  const [message] = messages;
  if (!message) throw new AppError('internal', NO_ANSWER);
  return message;
}

async function* alreadyThere(messages: api.AssistantMessage[]): AsyncGenerator<AssistantEvent> {
  yield { event: 'done', data: { messages, usage: { tokensIn: 0, tokensOut: 0 } } };
}

export function assistantRoutes(router: Router, app: App, model: Model | null): void {
  const assistant: service.Assistant = { app, model: model && withBreakers(model) };

  /** Checks access. A visitor without a secret gets one. */
  async function participantFor(
    ctx: Context,
    context: CountedRequest,
    { id, anonymousUserId }: { id: string; anonymousUserId?: string | null | undefined },
  ): Promise<service.Participant> {
    const access = await accessToSnapshot(app, context, id);
    const secret = anonymousUserId ?? visitorOf(ctx.req) ?? newVisitor();
    const commenter = commenterFor(app, access, context, secret);
    if (isVisitor(commenter)) setVisitor(ctx, secret);
    return {
      access,
      persons: chatKeys(commenter, access.reviewer !== null),
      address: context.address,
      isOperator: access.isOwner || context.principal?.role === 'superadmin',
    };
  }

  route(router, app, api.readAssistantChat, async ({ input, context }) => {
    const access = await accessToSnapshot(app, context, input.id);
    const persons = chatKeys(commenterFor(app, access, context), access.reviewer !== null);
    const { chat, messages } = await service.read(assistant, { access, persons });
    const availability = await service.availabilityFor(assistant, access);
    return {
      success: true as const,
      data: { exists: chat !== null, messages: messages.map(presentMessage), availability },
    };
  });

  route(router, app, api.startAssistantChat, async ({ input, context, ctx }) => {
    const participant = await participantFor(ctx, context, input);
    const { chat, messages: rows } = await service.read(assistant, participant);
    if (chat && !input.forceReanalysis) {
      const messages = rows.map(presentMessage);
      if (acceptsEvents(ctx)) return alreadyThere(messages);
      return { success: true as const, data: { messages }, error: null };
    }
    const { page } = input;
    const events = await service.start(assistant, participant, { page, signal: signalOf(ctx) });
    if (acceptsEvents(ctx)) return withErrorEvent(app, events);
    return { success: true as const, data: { messages: [await lastMessage(events)] }, error: null };
  });

  route(router, app, api.sendAssistantMessage, async ({ input, context, ctx }) => {
    const participant = await participantFor(ctx, context, input);
    const { message: question, page } = input;
    const events = await service.send(assistant, participant, {
      message: question,
      page,
      signal: signalOf(ctx),
    });
    if (acceptsEvents(ctx)) return withErrorEvent(app, events);
    const message = await lastMessage(events);
    return { success: true as const, data: { response: message.content, message }, error: null };
  });

  async function settingsOf(principal: Principal, id: string): Promise<api.AssistantSettings> {
    const access = await ownAccess(app, principal, id);
    const spend = await usage.ofMonth(app.db, principal.userId);
    return {
      access: await repo.accessOf(app.db, id),
      spend: { ...spend, tokensPerMonth: app.config.aiTokensPerOwnerPerMonth },
      availability: await service.availabilityFor(assistant, access),
    };
  }

  route(router, app, api.readAssistantSettings, async ({ input, principal }) => ({
    settings: await settingsOf(principal, input.id),
  }));

  route(router, app, api.updateAssistantSettings, async ({ input, principal }) => {
    await ownAccess(app, principal, input.id);
    await repo.setAccess(app.db, input.id, input.access);
    return { settings: await settingsOf(principal, input.id) };
  });
}
