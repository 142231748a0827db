import { Laptop, Maximize, Monitor, RotateCw, Ruler, Smartphone, Tablet } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { t } from './copy.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import styles from './FrameMenu.module.css';
import { type Device, DEVICES, type Frame } from './frames.ts';
import type { Framing } from './useFrame.ts';

const ICONS = {
  fit: Maximize,
  desktop: Monitor,
  laptop: Laptop,
  tablet: Tablet,
  phone: Smartphone,
  custom: Ruler,
} as const;
/** The screen of a computer has one orientation. */
const ROTATED: readonly Device[] = ['tablet', 'phone', 'custom'];

const CustomSize = lazy(async () => ({ default: (await import('./CustomSize.tsx')).CustomSize }));

export function FrameMenu({ frame, choose, size, isComments }: Framing) {
  const [isAsking, setIsAsking] = useState(false);
  const change = (next: Partial<Frame>) => choose({ ...frame, ...next });

  function press(device: Device): void {
    if (device === 'custom') setIsAsking(true);
    else change({ device });
  }

  return (
    <fieldset className={styles.frames} aria-label={t('frames')}>
      {size && (
        <span className={styles.size} title={isComments ? t('ofComment') : undefined}>
          {size.height === null
            ? t('sizeOfScreen', { width: size.width })
            : t('size', { width: size.width, height: size.height })}
        </span>
      )}
      {ROTATED.includes(frame.device) && (
        <IconButton
          label={t('rotate')}
          title={t('rotate')}
          aria-pressed={frame.isRotated}
          onClick={() => change({ isRotated: !frame.isRotated })}
        >
          <RotateCw size={16} />
        </IconButton>
      )}
      {DEVICES.map((device) => {
        const Icon = ICONS[device];
        return (
          <IconButton
            key={device}
            className={styles.device}
            label={t(device)}
            title={t(device)}
            aria-pressed={frame.device === device}
            onClick={() => press(device)}
          >
            <Icon size={16} />
          </IconButton>
        );
      })}
      {isAsking && (
        <Suspense>
          <CustomSize
            size={frame.custom}
            onChoose={(custom) => change({ device: 'custom', isRotated: false, custom })}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </fieldset>
  );
}
