import { useEffect } from 'react';
import { toast, toastAct } from '../../../../web/src/ui/toast.ts';
import { useNavigate } from '../../../../web/src/ui/router.ts';
import { desk } from '../desk.ts';
import { t } from '../words/shell.ts';

/** Goes where the tray, a notification or a link asks for, and says what the system has no notifications for. */
export function ListenOutside() {
  const navigate = useNavigate();
  useEffect(() => desk.hear('page.asked', (path) => void navigate(path)), [navigate]);
  useEffect(
    () =>
      desk.hear('notice.shown', ({ title, body, page }) => {
        const message = body === '' ? title : `${title}. ${body}`;
        if (page === null) toast(message, { shownFor: 5000 });
        else toastAct(message, t('show'), () => void navigate(page));
      }),
    [navigate],
  );
  return null;
}
