import type { TutorialId } from '@stagelink/shared/contracts/onboarding';
import type { TourStep } from '../../kit/Tour.tsx';
import { t } from './copy.ts';

export interface Tutorial {
  id: TutorialId;
  title: string;
  description: string;
  category: 'getting-started' | 'feature-specific';
  /** Minutes. */
  estimatedTime: number;
  /** Offered first, never required. */
  prerequisites?: readonly TutorialId[];
  /** The page that its steps point at. */
  page?: string;
  steps: readonly (TourStep & { id: string })[];
}

/** Tutorials in the order in which they are listed. */
export const TUTORIALS: readonly Tutorial[] = [
  {
    id: 'welcome',
    title: t('welcomeTutorial'),
    description: t('welcomeTutorialAbout'),
    category: 'getting-started',
    estimatedTime: 3,
    steps: [
      { id: 'stage', type: 'modal', title: t('stageStep'), content: t('stageStepText') },
      { id: 'share', type: 'modal', title: t('shareStep'), content: t('shareStepText') },
      { id: 'version', type: 'modal', title: t('versionStep'), content: t('versionStepText') },
    ],
  },
  {
    id: 'dashboard-tour',
    title: t('dashboardTour'),
    description: t('dashboardTourAbout'),
    category: 'getting-started',
    estimatedTime: 5,
    prerequisites: ['welcome'],
    page: '/dashboard',
    steps: [
      {
        id: 'table',
        type: 'highlight',
        target: '[data-tour="snapshots"]',
        position: 'top',
        title: t('tableStep'),
        content: t('tableStepText'),
      },
      {
        id: 'sidebar',
        type: 'highlight',
        target: '[data-tour="projects"]',
        position: 'right',
        title: t('sidebarStep'),
        content: t('sidebarStepText'),
      },
      { id: 'bulk', type: 'info', title: t('bulkStep'), content: t('bulkStepText') },
    ],
  },
  {
    id: 'comments-tutorial',
    title: t('commentsTutorial'),
    description: t('commentsTutorialAbout'),
    category: 'feature-specific',
    estimatedTime: 4,
    steps: [
      { id: 'pin', type: 'info', title: t('pinStep'), content: t('pinStepText') },
      { id: 'reply', type: 'info', title: t('replyStep'), content: t('replyStepText') },
      { id: 'resolve', type: 'info', title: t('resolveStep'), content: t('resolveStepText') },
    ],
  },
];

const BY_ID = new Map(TUTORIALS.map((tutorial) => [tutorial.id, tutorial]));

export function tutorialOf(id: TutorialId): Tutorial {
  const tutorial = BY_ID.get(id);
  if (!tutorial) throw new Error(`There is no tutorial ${id}`);
  return tutorial;
}

/** Returns the first prerequisite of a tutorial that is not completed. */
export const missingPrerequisite = (
  id: TutorialId,
  completed: readonly TutorialId[],
): Tutorial | undefined => {
  const missing = tutorialOf(id).prerequisites?.find((needed) => !completed.includes(needed));
  return missing && tutorialOf(missing);
};
