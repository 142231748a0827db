import type { Comment } from '@stagelink/shared/contracts/comments';
import {
  type ConnectedTracker,
  linkIssue as linkContract,
  type IssueTrackers,
} from '@stagelink/shared/contracts/issues';
import { githubForm, type IssueFacts, LINEAR_FORM, newIssueUrl } from './issueUrls.ts';
import { viewerPath } from '@stagelink/shared/preview/viewerPath';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '../../kit/buttonClass.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { Line } from '../../kit/layout/Line.tsx';
import { Stack } from '../../kit/layout/Stack.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import { linkIssue, useIssueTrackers } from './api.ts';
import { t } from './copy.ts';
import { CreateButtons, placesOf } from './CreateButtons.tsx';

/** Returns what an issue says about a thread. */
function factsOf({ id, snapshotId, text, authorName, isAnonymous, context, version }: Comment): IssueFacts {
  const facts = [
    [t('element'), context?.elementName ?? ''],
    [t('page'), context?.route ?? ''],
    [t('window'), context ? `${context.viewport.width} × ${context.viewport.height}` : ''],
    [t('browser'), context?.browser ?? ''],
    [t('version'), String(version)],
  ] as const;
  return {
    text,
    author: isAnonymous ? t('authorVisitor', { name: authorName }) : authorName,
    facts: facts.filter(([, value]) => value !== ''),
    threadUrl: window.location.origin + viewerPath(snapshotId, { thread: id }),
  };
}

/** Returns names and addresses of forms, for trackers in which the server makes no issues. */
function formsFor(
  { githubRepository, jiraUrl }: IssueTrackers,
  connected: ReadonlySet<ConnectedTracker>,
  facts: IssueFacts,
): [string, string][] {
  const forms: [string, string][] = [];
  if (!connected.has('linear')) forms.push([t('inLinear'), newIssueUrl('linear', LINEAR_FORM, facts)]);
  if (githubRepository !== null && !connected.has('github'))
    forms.unshift([t('inGithub'), newIssueUrl('github', githubForm(githubRepository), facts)]);
  if (jiraUrl !== null) forms.push([t('inJira'), newIssueUrl('jira', jiraUrl, facts)]);
  return forms;
}

const NONE: IssueTrackers = { githubRepository: null, jiraUrl: null, connections: [] };

/** Opens forms that are filled in with a thread, and takes the link of the issue that was made. */
export function IssueDialog({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const { data } = useIssueTrackers();
  const trackers = data ?? NONE;
  const [url, setUrl] = useState(comment.issueUrl ?? '');
  const sending = useFormSubmit(t('linkFailed'));
  const { id: commentId, snapshotId: id } = comment;
  const facts = factsOf(comment);
  const places = comment.issueUrl ? [] : placesOf(trackers);
  const connected = new Set(places.map(([tracker]) => tracker));
  const isIncomplete = data && (data.githubRepository === null || data.jiraUrl === null);
  return (
    <FormDialog
      title={t('make')}
      action={t('save')}
      sending={sending}
      onSubmit={() =>
        sending.send(linkContract, { id, commentId, url: url.trim() === '' ? null : url.trim() }, (input) =>
          linkIssue(comment, input.url),
        )
      }
      onClose={onClose}
    >
      <Stack gap="small">
        <Text tone="muted">{t(places.length > 0 ? 'createText' : 'makeText')}</Text>
        <Line gap="small" isWrapping>
          <CreateButtons {...{ comment, places, facts, sending }} onCreated={onClose} />
          {formsFor(trackers, connected, facts).map(([name, form]) => (
            <a
              key={name}
              href={form}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass({ variant: 'plain', size: 'small' })}
            >
              {name}
              <ExternalLink size={14} aria-hidden="true" />
            </a>
          ))}
          {isIncomplete && (
            <a href="/settings#issues" className={buttonClass({ variant: 'quiet', size: 'small' })}>
              {t('more')}
            </a>
          )}
        </Line>
      </Stack>
      <TextField
        name="url"
        type="url"
        label={t('issueUrl')}
        placeholder={t('issueUrlHint')}
        description={t('issueUrlText')}
        autoComplete="off"
        value={url}
        error={sending.errorAt('url')}
        onChange={setUrl}
      />
    </FormDialog>
  );
}
