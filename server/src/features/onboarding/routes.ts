import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/onboarding';
import { linkOf } from '../snapshots/present.ts';
import type { App } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import * as repo from './repo.ts';
import { createSample } from './sample.ts';
import * as service from './service.ts';

export function onboardingRoutes(router: Router, app: App): void {
  const presentState = ({ checklistDone, checklistClosed, sampleId, ...state }: repo.OnboardingRow) => ({
    success: true as const,
    data: {
      ...state,
      checklist: { done: checklistDone, isClosed: checklistClosed },
      sampleUrl: sampleId === null ? null : linkOf(app, sampleId),
    },
  });

  route(router, app, api.getOnboarding, async ({ principal }) =>
    presentState(await service.read(app, principal.userId)),
  );

  route(router, app, api.shouldShowWelcome, async ({ principal }) => {
    const { hasSeenWelcome, skippedWelcome } = await repo.find(app.db, principal.userId);
    return { success: true as const, data: { shouldShow: !hasSeenWelcome && !skippedWelcome } };
  });

  route(router, app, api.updateOnboarding, async ({ input, principal }) =>
    presentState(await repo.update(app.db, principal.userId, input)),
  );

  route(router, app, api.reportTutorial, async ({ input, principal }) =>
    presentState(await service.report(app, principal.userId, input)),
  );

  route(router, app, api.createSample, async ({ principal }) => {
    const id = await createSample(app, principal.userId);
    return { success: true as const, data: { sampleUrl: linkOf(app, id) } };
  });
}
