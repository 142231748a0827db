import type { Comment } from '@stagelink/shared/contracts/comments';
import type { ConnectedTracker, IssueTrackers } from '@stagelink/shared/contracts/issues';
import { Button } from '../../kit/Button.tsx';
import type { FormSubmit } from '../../lib/useFormSubmit.ts';
import { createIssue } from './api.ts';
import { t } from './copy.ts';
import { type IssueFacts, issueText } from './issueUrls.ts';

/** Returns where the server makes issues in each tracker that it has a token of. */
export function placesOf({ connections, githubRepository }: IssueTrackers): [ConnectedTracker, string][] {
  return connections.flatMap(({ tracker, team }) => {
    const place = tracker === 'github' ? githubRepository : (team?.name ?? null);
    return place === null ? [] : [[tracker, place]];
  });
}

interface CreateButtonsProps {
  comment: Comment;
  places: [ConnectedTracker, string][];
  facts: IssueFacts;
  sending: FormSubmit;
  onCreated: () => void;
}

/** Makes the issue at once, in each tracker that the server has a token of. */
export function CreateButtons({ comment, places, facts, sending, onCreated }: CreateButtonsProps) {
  async function create(tracker: ConnectedTracker): Promise<void> {
    if (await sending.run(() => createIssue(comment, tracker, issueText(facts)))) onCreated();
  }
  return places.map(([tracker, place]) => (
    <Button key={tracker} size="small" disabled={sending.isSending} onClick={() => void create(tracker)}>
      {t('createIn', { tracker: t(tracker === 'github' ? 'inGithub' : 'inLinear'), place })}
    </Button>
  ));
}
