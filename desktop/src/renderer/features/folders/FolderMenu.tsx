import {
  AppWindow,
  Copy,
  Download,
  Ellipsis,
  ExternalLink,
  FolderOpen,
  Link,
  RefreshCw,
  Settings2,
  X,
} from 'lucide-react';
import { useNavigate } from '@stagelink/web/lib/router.ts';
import { IconButton } from '@stagelink/web/kit/IconButton.tsx';
import { Menu, MenuDivider, MenuItem } from '@stagelink/web/kit/Menu.tsx';
import type { Folder } from '../../../protocol/folders.ts';
import { t } from './copy.ts';
import * as actions from './actions.ts';

interface FolderMenuProps {
  folder: Folder;
  tabIndex?: number;
  /** The folder's own page does not link to itself. */
  isInList?: boolean;
  onRemoved?: () => void;
}

export function FolderMenu({ folder, tabIndex = 0, isInList = false, onRemoved }: FolderMenuProps) {
  const navigate = useNavigate();
  const { link, state } = folder;

  async function remove(): Promise<void> {
    if (await actions.remove(folder)) onRemoved?.();
  }

  return (
    <Menu
      widthPx={232}
      trigger={
        <IconButton label={t('more', { name: folder.name })} tabIndex={tabIndex}>
          <Ellipsis size={16} />
        </IconButton>
      }
    >
      {state.kind !== 'staging' && (
        <MenuItem icon={RefreshCw} onSelect={() => void actions.stage(folder)}>
          {t('stage')}
        </MenuItem>
      )}
      {link && (
        <>
          <MenuItem icon={ExternalLink} onSelect={() => void actions.open(folder)}>
            {t('open')}
          </MenuItem>
          <MenuItem icon={AppWindow} onSelect={() => void actions.preview(folder)}>
            {t('preview')}
          </MenuItem>
          <MenuItem icon={Link} onSelect={() => void actions.copyLink(folder)}>
            {t('copyLink')}
          </MenuItem>
          {link.password !== null && (
            <MenuItem icon={Copy} onSelect={() => void actions.copyBoth(folder)}>
              {t('copyBoth')}
            </MenuItem>
          )}
          <MenuItem icon={Download} onSelect={() => void actions.save(folder)}>
            {t('save')}
          </MenuItem>
        </>
      )}
      <MenuDivider />
      {isInList && (
        <MenuItem icon={Settings2} onSelect={() => void navigate(`/folders/${folder.id}`)}>
          {t('settings')}
        </MenuItem>
      )}
      {state.kind !== 'missing' && state.kind !== 'unreachable' && (
        <MenuItem icon={FolderOpen} onSelect={() => void actions.reveal(folder)}>
          {t('reveal')}
        </MenuItem>
      )}
      <MenuItem icon={X} onSelect={() => void remove()}>
        {t('remove')}
      </MenuItem>
    </Menu>
  );
}
