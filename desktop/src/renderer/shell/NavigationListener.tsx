import { useEffect } from 'react';
import { toast, toastAction } from '@stagelink/web/kit/toast.ts';
import { useNavigate } from '@stagelink/web/lib/router.ts';
import { stagelink } from '../lib/stagelink.ts';
import { t } from './copy.ts';

/**
 * Follows links from the tray and notifications, and shows messages where the system has no notifications.
 */
export function NavigationListener() {
  const navigate = useNavigate();
  useEffect(() => stagelink.on('page.asked', (path) => void navigate(path)), [navigate]);
  useEffect(
    () =>
      stagelink.on('notice.shown', ({ title, body, page }) => {
        const message = body === '' ? title : `${title}. ${body}`;
        if (page === null) toast(message, { shownFor: 5000 });
        else toastAction(message, t('show'), () => void navigate(page));
      }),
    [navigate],
  );
  return null;
}
