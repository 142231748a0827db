import { BADGE_MAX } from '@stagelink/shared/contracts/limits';
import { Bell as BellIcon } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../kit/IconButton.tsx';
import { Popover } from '../../kit/Popover.tsx';
import { useNotifications } from './api.ts';
import { t } from './copy.ts';
import { Inbox } from './Inbox.tsx';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import styles from './Bell.module.css';

export function Bell() {
  const [isOpen, setIsOpen] = useState(false);
  const unread = useNotifications().data?.pages[0]?.unread ?? 0;

  return (
    <>
      <Popover
        widthPx={380}
        className={styles.dropdown}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <IconButton
            size="large"
            className={styles.bell}
            label={unread === 0 ? t('bell') : t('bellUnread', { count: unread })}
            title={t('title')}
          >
            <BellIcon size={16} />
            {unread > 0 && (
              <span className={styles.badge}>
                {unread > BADGE_MAX ? t('tooMany', { max: BADGE_MAX }) : unread}
              </span>
            )}
          </IconButton>
        }
      >
        <Inbox unread={unread} onClose={() => setIsOpen(false)} />
      </Popover>
      <VisuallyHidden as="output">{unread > 0 && t('announced', { count: unread })}</VisuallyHidden>
    </>
  );
}
