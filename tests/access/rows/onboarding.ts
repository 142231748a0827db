import * as onboarding from '@stagelink/shared/contracts/onboarding';
import { SIGNED_IN } from '../expectations.ts';
import type { Rows } from '../row.ts';

export const onboardingRows: Rows = {
  getOnboarding: {
    call: (api) => api(onboarding.getOnboarding, {}),
    expect: SIGNED_IN,
    writes: [],
    // The owner has done items of the checklist.
    except: { owner: ['onboarding'], token: ['onboarding'] },
  },
  shouldShowWelcome: {
    call: (api) => api(onboarding.shouldShowWelcome, {}),
    expect: SIGNED_IN,
    writes: [],
  },
  updateOnboarding: {
    call: (api) => api(onboarding.updateOnboarding, { hasSeenWelcome: true }),
    expect: SIGNED_IN,
    writes: ['onboarding'],
  },
  createSample: {
    call: (api) => api(onboarding.createSample, {}),
    expect: SIGNED_IN,
    writes: [
      'channels',
      'comments',
      'follows',
      'jobs',
      'objects',
      'onboarding',
      'packs',
      'snapshot_blobs',
      'snapshots',
      'upload_blobs',
      'uploads',
      'users',
      'versions',
    ],
  },
  reportTutorial: {
    call: (api) => api(onboarding.reportTutorial, { tutorialId: 'welcome', action: 'completed' }),
    expect: SIGNED_IN,
    writes: ['analytics_events', 'onboarding'],
  },
};
