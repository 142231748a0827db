import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/reviews';
import { ownSnapshot } from '../access/access.ts';
import type { App } from '../app.ts';
import { route } from '../http/route.ts';
import { presentReview } from './present.ts';
import * as service from './service.ts';

export function reviewRoutes(router: Router, app: App): void {
  route(router, app, api.requestReview, async ({ input, viewer }) => {
    await ownSnapshot(app, viewer, input.id);
    const { review, reviewers } = await service.request(app, input);
    return { review: presentReview(review, reviewers, app) };
  });
}
