import { useRef } from 'react';
import { useFollowed } from './listApi.ts';
import { t } from './copy.ts';
import { List } from '../../kit/List.tsx';
import { Section } from '../../kit/Section.tsx';
import { FollowRow } from './FollowRow.tsx';

export function Follows() {
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
            ? { message: t('followingFailed'), action: t('tryAgain'), onRetry: () => void refetch() }
            : null
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
