import type { FormEvent } from 'react';
import { t } from './copy.ts';
import { Button } from '../../kit/Button.tsx';
import styles from './FrameMenu.module.css';
import { SIDE_MAX, SIDE_MIN, type Size } from './frames.ts';
import { Modal } from '../../kit/viewer/Modal.tsx';

interface CustomSizeProps {
  size: Size;
  onChoose: (size: Size) => void;
  onClose: () => void;
}

export function CustomSize({ size, onChoose, onClose }: CustomSizeProps) {
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    onChoose({ width: Number(data.get('width')), height: Number(data.get('height')) });
    onClose();
  }
  return (
    <Modal title={t('customTitle')} onClose={onClose}>
      <form className={styles.sides} onSubmit={submit}>
        {(['width', 'height'] as const).map((side) => (
          <label key={side} className={styles.side}>
            {t(side)}
            <input
              className={styles.input}
              type="number"
              name={side}
              min={SIDE_MIN}
              max={SIDE_MAX}
              step={1}
              required
              defaultValue={size[side]}
            />
          </label>
        ))}
        <Button type="submit">{t('apply')}</Button>
      </form>
    </Modal>
  );
}
