import { ActionIcon, Popover } from '@mantine/core';
import { BADGE_MAX } from '@stagelink/shared/contracts/limits';
import { Bell as BellIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNotifications } from '../../data/notifications.ts';
import { t } from '../../words/notifications.ts';
import styles from './Bell.module.css';

const Inbox = lazy(async () => ({ default: (await import('./Inbox.tsx')).Inbox }));

/** How much is unread, and a door to it. */
export function Bell() {
  const [isOpen, setIsOpen] = useState(false);
  const unread = useNotifications().data?.pages[0]?.unread ?? 0;

  return (
    <>
      <Popover position="bottom-end" width={380} trapFocus returnFocus opened={isOpen} onChange={setIsOpen}>
        <Popover.Target>
          <ActionIcon
            size={32}
            className={styles.bell}
            aria-label={unread === 0 ? t('bell') : t('bellUnread', { count: unread })}
            title={t('title')}
            onClick={() => setIsOpen(!isOpen)}
          >
            <BellIcon size={16} />
            {unread > 0 && (
              <span className={styles.badge}>
                {unread > BADGE_MAX ? t('tooMany', { max: BADGE_MAX }) : unread}
              </span>
            )}
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown className={styles.dropdown} aria-label={t('title')}>
          <Suspense fallback={<div className={styles.waiting} />}>
            <Inbox unread={unread} onClose={() => setIsOpen(false)} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <output className={styles.unseen}>{unread > 0 && t('announced', { count: unread })}</output>
    </>
  );
}
