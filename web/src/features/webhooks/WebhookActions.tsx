import type { Webhook } from '@stagelink/shared/contracts/webhooks';
import { Ellipsis, KeyRound, Pencil, Send, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { Menu, MenuItem } from '../../kit/Menu.tsx';
import { runWithToast } from '../../kit/runWithToast.ts';
import { deleteWebhook, rotateSecret, sendTest } from './api.ts';
import { t } from './copy.ts';
import { Deliveries } from './Deliveries.tsx';
import { WebhookForm } from './WebhookForm.tsx';

type Opened = 'edit' | 'rotate' | 'delete' | 'deliveries';

interface WebhookActionsProps {
  webhook: Webhook;
  isPro: boolean;
  onSecret: (secret: string) => void;
}

/** What can be done with a webhook, with the dialogs of it. */
export function WebhookActions({ webhook, isPro, onSecret }: WebhookActionsProps) {
  const { id, url, kind } = webhook;
  const [opened, setOpened] = useState<Opened | null>(null);
  const more = useRef<HTMLButtonElement>(null);
  const close = () => setOpened(null);

  function open(next: Opened): void {
    // The dialog returns the focus here: the menu item is gone by then.
    more.current?.focus();
    setOpened(next);
  }
  const test = () => runWithToast({ act: () => sendTest(id), done: t('tested'), failed: t('testFailed') });
  const rotate = () =>
    runWithToast({
      act: async () => onSecret(await rotateSecret(id)),
      failed: t('rotateFailed'),
      isInForm: true,
    });
  const remove = () =>
    runWithToast({
      act: () => deleteWebhook(id),
      done: t('deleted'),
      failed: t('deleteFailed'),
      isInForm: true,
    });

  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={t('deliveriesOf', { url })}
        onClick={() => setOpened('deliveries')}
      >
        {t('deliveries')}
      </Button>
      <Menu
        widthPx={176}
        trigger={
          <IconButton ref={more} size="small" label={t('more', { url })}>
            <Ellipsis size={14} />
          </IconButton>
        }
      >
        {isPro && (
          <>
            <MenuItem icon={Pencil} onSelect={() => open('edit')}>
              {t('edit')}
            </MenuItem>
            <MenuItem icon={Send} onSelect={() => void test()}>
              {t('test')}
            </MenuItem>
            {kind === 'standard' && (
              <MenuItem icon={KeyRound} onSelect={() => open('rotate')}>
                {t('rotate')}
              </MenuItem>
            )}
          </>
        )}
        <MenuItem isDanger icon={Trash2} onSelect={() => open('delete')}>
          {t('delete')}
        </MenuItem>
      </Menu>
      {opened === 'rotate' && (
        <ConfirmDialog
          title={t('rotateTitle')}
          text={t('rotateText')}
          action={t('rotateAction')}
          onConfirm={rotate}
          onClose={close}
        />
      )}
      {opened === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle')}
          text={t('deleteText', { url })}
          action={t('delete')}
          onConfirm={remove}
          onClose={close}
        />
      )}
      {opened === 'edit' && <WebhookForm webhook={webhook} onClose={close} onSecret={onSecret} />}
      {opened === 'deliveries' && <Deliveries webhook={webhook} isPro={isPro} onClose={close} />}
    </>
  );
}
