import { Text } from '@mantine/core';
import { useReviews } from '../../../../data/reviews.ts';
import { useSignInOptions } from '../../../../data/account.ts';
import { t } from '../../../../words/dialogs.ts';

const namesOf = new Intl.ListFormat('en', { type: 'conjunction' });

/** Which reviewers open a snapshot without its password; nothing when there are none. */
export function PersonalLinks({ snapshotId }: { snapshotId: string }) {
  const { data: reviews } = useReviews(snapshotId);
  const { data: options } = useSignInOptions();
  const reviewers = (reviews ?? [])
    .flatMap((review) => review.reviewers)
    .filter(({ isRemoved }) => !isRemoved);
  if (reviewers.length === 0 || !options) return null;
  const names = namesOf.format(new Set(reviewers.map(({ userName }) => userName)));
  return (
    <Text c="dimmed" mt={-12}>
      {t('personalLinks', { names })} {t(options.mail ? 'newLinksMailed' : 'newLinksCopied')}
    </Text>
  );
}
