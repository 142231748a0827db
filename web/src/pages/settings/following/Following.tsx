import { useRef } from 'react';
import { useFollowed } from '../../../data/followed.ts';
import { t } from '../../../words/settings.ts';
import { List } from '../List.tsx';
import { Section } from '../../../ui/Section.tsx';
import { FollowedRow } from './FollowedRow.tsx';

/** Whose comments somebody hears about. */
export function Following() {
  const { data, isError, refetch } = useFollowed();
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Section title={t('following')} hint={t('followingHint')} titleRef={title}>
      <List
        label={t('following')}
        items={data}
        loading={t('followingLoading')}
        failed={
          isError
            ? { message: t('followingFailed'), retry: t('tryAgain'), onRetry: () => void refetch() }
            : null
        }
        empty={
          <>
            <p>{t('followingEmpty')}</p>
            <p>{t('followingEmptyHint')}</p>
          </>
        }
      >
        {(subscription) => <FollowedRow key={subscription.id} subscription={subscription} heir={title} />}
      </List>
    </Section>
  );
}
