import { ActionIcon, Menu } from '@mantine/core';
import {
  AppWindow,
  Copy,
  Ellipsis,
  ExternalLink,
  FolderOpen,
  Link,
  RefreshCw,
  Settings2,
  X,
} from 'lucide-react';
import { useNavigate } from '../../../../../web/src/ui/router.ts';
import type { Folder } from '../../../folders.ts';
import { t } from '../../words/folders.ts';
import * as acts from './acts.ts';

interface FolderMenuProps {
  folder: Folder;
  tabIndex?: number;
  /** In the list; on a folder's own page there is nowhere else to go. */
  isInList?: boolean;
  onRemoved?: () => void;
}

/** Everything that can be done with a folder. */
export function FolderMenu({ folder, tabIndex = 0, isInList = false, onRemoved }: FolderMenuProps) {
  const navigate = useNavigate();
  const { link, state } = folder;

  async function remove(): Promise<void> {
    if (await acts.remove(folder)) onRemoved?.();
  }

  return (
    <Menu position="bottom-end" width={232}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('more', { name: folder.name })} tabIndex={tabIndex}>
          <Ellipsis size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {state.kind !== 'staging' && (
          <Menu.Item leftSection={<RefreshCw size={14} />} onClick={() => void acts.stage(folder)}>
            {t('stage')}
          </Menu.Item>
        )}
        {link && (
          <>
            <Menu.Item leftSection={<ExternalLink size={14} />} onClick={() => void acts.open(folder)}>
              {t('open')}
            </Menu.Item>
            <Menu.Item leftSection={<AppWindow size={14} />} onClick={() => void acts.preview(folder)}>
              {t('preview')}
            </Menu.Item>
            <Menu.Item leftSection={<Link size={14} />} onClick={() => void acts.copyLink(folder)}>
              {t('copyLink')}
            </Menu.Item>
            {link.password !== null && (
              <Menu.Item leftSection={<Copy size={14} />} onClick={() => void acts.copyBoth(folder)}>
                {t('copyBoth')}
              </Menu.Item>
            )}
          </>
        )}
        <Menu.Divider />
        {isInList && (
          <Menu.Item
            leftSection={<Settings2 size={14} />}
            onClick={() => void navigate(`/folders/${folder.id}`)}
          >
            {t('settings')}
          </Menu.Item>
        )}
        {state.kind !== 'missing' && state.kind !== 'unreachable' && (
          <Menu.Item leftSection={<FolderOpen size={14} />} onClick={() => void acts.reveal(folder)}>
            {t('reveal')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<X size={14} />} onClick={() => void remove()}>
          {t('remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
