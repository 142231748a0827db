import { ChecklistItem, type reportTutorial } from '@stagelink/shared/contracts/onboarding';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import * as analytics from '../analytics/service.ts';
import type { App } from '../../platform/context.ts';
import * as repo from './repo.ts';

const isChecklistGone = ({ checklistDone, checklistClosed }: repo.OnboardingRow) =>
  checklistClosed || checklistDone.length === ChecklistItem.options.length;

/** Returns the state. Keeps items of the checklist that were done since. */
export async function read({ db }: Pick<App, 'db'>, userId: string): Promise<repo.OnboardingRow> {
  const row = await repo.find(db, userId);
  if (isChecklistGone(row)) return row;
  const checklistDone = await repo.itemsDone(db, userId);
  const isNew = checklistDone.some((item) => !row.checklistDone.includes(item));
  return isNew ? repo.update(db, userId, { checklistDone }) : row;
}

/** Records what happened to a tutorial; a completed one is part of the state. */
export const report = (
  { db }: Pick<App, 'db'>,
  userId: string,
  { tutorialId, action, step }: Parsed<typeof reportTutorial>,
): Promise<repo.OnboardingRow> =>
  db.transaction(async (tx) => {
    await analytics.record(tx, {
      type: 'system_event',
      userId,
      data: {
        action: `tutorial_${action}`,
        tutorialId,
        ...(step === undefined ? {} : { step: String(step) }),
      },
    });
    return action === 'completed'
      ? repo.update(tx, userId, { completedTutorials: [tutorialId] })
      : repo.find(tx, userId);
  });
