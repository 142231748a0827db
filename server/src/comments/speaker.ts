import type { Access, Asker } from '../access/access.ts';
import type { App } from '../app.ts';
import type { Speaker } from './policy.ts';
import { hashVisitor, visitorOf } from './visitor.ts';

/** Who is speaking, by all they came with; `anonymousUserId` is a visitor's secret when the call itself holds it. */
export function speakerOf(
  app: Pick<App, 'secrets'>,
  { snapshot, isOwner, reviewer }: Access,
  { viewer, request }: Asker,
  anonymousUserId?: string,
): Speaker {
  const secrets = [anonymousUserId, visitorOf(request)].filter((secret) => secret != null);
  return {
    isOwner,
    userId: viewer?.userId ?? null,
    isVerified: viewer?.isVerified ?? false,
    reviewer,
    name: viewer?.name ?? reviewer?.name ?? null,
    hashes: secrets.map((secret) => hashVisitor(app, snapshot.id, secret)),
  };
}
