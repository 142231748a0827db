import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import { bytes } from '@stagelink/shared/domain/format';
import { FileArchive, Files, FolderUp } from 'lucide-react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { Menu, MenuItem, MenuNote } from '../../kit/Menu.tsx';
import type { Project } from '../projects/api.ts';
import { t } from './copy.ts';
import { START } from './stageStart.ts';

interface StageMenuProps {
  button: ComponentProps<typeof Menu>['trigger'];
  limits: PlanLimits;
  project: Pick<Project, 'name'> | undefined;
  onChoose: (kind: 'folder' | 'files' | 'zip') => void;
}

/** Opens on mount: it mounts when its button is pressed. */
export function StageMenu({ button, limits, project, onChoose }: StageMenuProps) {
  const isPressed = useRef(false);
  useEffect(() => {
    if (isPressed.current) return;
    isPressed.current = true;
    // The menu replaces the pressed button, so return the focus by hand.
    const pressed = document.querySelector<HTMLElement>(START);
    pressed?.focus();
    pressed?.click();
  }, []);

  return (
    <Menu trigger={button} widthPx={248}>
      <MenuItem icon={FolderUp} onSelect={() => onChoose('folder')}>
        {t('chooseFolder')}
      </MenuItem>
      <MenuItem icon={Files} onSelect={() => onChoose('files')}>
        {t('chooseFiles')}
      </MenuItem>
      <MenuItem icon={FileArchive} onSelect={() => onChoose('zip')}>
        {t('chooseZip')}
      </MenuItem>
      <MenuNote>
        {t('hint', { limit: bytes(limits.snapshotBytes), days: limits.defaultExpiryDays })}
        {project && ` ${t('hintProject', { project: project.name })}`}
      </MenuNote>
    </Menu>
  );
}
