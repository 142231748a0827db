import { ChevronDown, Ruler } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '../../kit/buttonClass.ts';
import { joinClasses } from '../../kit/joinClasses.ts';
import { Menu, MenuDivider, MenuItem, MenuNote, MenuRadioItems, MenuSwitch } from '../../kit/Menu.tsx';
import { t } from './copy.ts';
import styles from './FrameMenu.module.css';
import { CustomSize } from './CustomSize.tsx';
import { FreezeButton } from './FreezeParts.tsx';
import { DEVICES, type Device, type Frame } from './frames.ts';
import type { Framing } from './useFrame.ts';
import type { Preview } from './usePreview.ts';

/** The screen of a computer has one orientation. */
const ROTATED: readonly Device[] = ['tablet', 'phone', 'custom'];
/** Custom sizes are asked for. */
const PRESETS = DEVICES.filter((device) => device !== 'custom').map((value) => ({ value, label: t(value) }));

/** The size of the preview, which opens the sizes, and whether it moves. */
export function FrameMenu({ preview, ...framing }: Framing & { preview: Preview }) {
  const { frame, choose, size, isComments } = framing;
  const [isAsking, setIsAsking] = useState(false);
  const { width, height } = frame.custom;
  const isCustom = frame.device === 'custom';
  const shown = size ? String(size.width) : t('fitShort');
  const change = (next: Partial<Frame>) => choose({ ...frame, ...next });

  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            className={joinClasses(buttonClass({ variant: 'quiet', size: 'small' }), styles.size)}
            aria-label={t('frames', { size: shown })}
            title={isComments ? t('ofComment') : t('frames', { size: shown })}
          >
            {shown}
            <ChevronDown size={14} aria-hidden />
          </button>
        }
      >
        {isComments && <MenuNote>{t('ofComment')}</MenuNote>}
        <MenuRadioItems options={PRESETS} value={frame.device} onChange={(device) => change({ device })} />
        <MenuItem icon={Ruler} onSelect={() => setIsAsking(true)}>
          {isCustom ? t('customNow', { width, height }) : t('custom')}
        </MenuItem>
        {ROTATED.includes(frame.device) && (
          <>
            <MenuDivider />
            <MenuSwitch
              label={t('rotate')}
              isOn={frame.isRotated}
              onSelect={() => change({ isRotated: !frame.isRotated })}
            />
          </>
        )}
      </Menu>
      <FreezeButton preview={preview} />
      {isAsking && (
        <CustomSize
          size={frame.custom}
          onChoose={(custom) => change({ device: 'custom', isRotated: false, custom })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
