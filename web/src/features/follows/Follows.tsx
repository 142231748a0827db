import { useRef } from 'react';
import { useFollowed } from './api.ts';
import { t } from './copy.ts';
import { List } from '../../kit/List.tsx';
import { Section } from '../../kit/Section.tsx';
import { FollowRow } from './FollowRow.tsx';

export function Follows() {
  const { data, error, refetch } = useFollowed();
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Section anchor="subscriptions" title={t('following')} hint={t('followingHint')} titleRef={title}>
      <List
        label={t('following')}
        items={data}
        loading={t('followingLoading')}
        failed={
          error && {
            message: t('followingFailed'),
            action: t('tryAgain'),
            error,
            onRetry: () => void refetch(),
          }
        }
        empty={
          <>
            <p>{t('followingEmpty')}</p>
            <p>{t('followingEmptyHint')}</p>
          </>
        }
      >
        {(subscription) => <FollowRow key={subscription.id} subscription={subscription} heir={title} />}
      </List>
    </Section>
  );
}
