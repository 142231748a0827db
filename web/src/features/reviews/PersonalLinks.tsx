import { useReviews } from './api.ts';
import { useSignInOptions } from '../identity/account/api.ts';
import { t } from '../snapshots/copy.ts';
import styles from './PersonalLinks.module.css';

const namesOf = new Intl.ListFormat('en', { type: 'conjunction' });

/** Names the reviewers who open a snapshot without its password. */
export function PersonalLinks({ snapshotId }: { snapshotId: string }) {
  const { data: reviews } = useReviews(snapshotId);
  const { data: options } = useSignInOptions();
  const reviewers = (reviews ?? [])
    .flatMap((review) => review.reviewers)
    .filter(({ isRemoved }) => !isRemoved);
  if (reviewers.length === 0 || !options) return null;
  const names = namesOf.format(new Set(reviewers.map(({ userName }) => userName)));
  return (
    <p className={styles.links}>
      {t('personalLinks', { names })} {t(options.mail ? 'newLinksMailed' : 'newLinksCopied')}
    </p>
  );
}
