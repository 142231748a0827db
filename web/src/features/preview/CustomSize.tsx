import { useState } from 'react';
import { t } from './copy.ts';
import { Button } from '../../kit/Button.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import styles from './FrameMenu.module.css';
import { isSide, SIDE_MAX, SIDE_MIN, type Size } from './frames.ts';
import { Dialog } from '../../kit/Dialog.tsx';

interface CustomSizeProps {
  size: Size;
  onChoose: (size: Size) => void;
  onClose: () => void;
}

const SIDES = ['width', 'height'] as const;

export function CustomSize({ size, onChoose, onClose }: CustomSizeProps) {
  const [typed, setTyped] = useState({ width: String(size.width), height: String(size.height) });
  const { formProps, refuse, clear, errorAt } = useFormSubmit(t('sideWrong'));

  function submit(): void {
    const wrong = SIDES.find((side) => !isSide(Number(typed[side])));
    if (wrong) return refuse({ message: t('sideWrong', { min: SIDE_MIN, max: SIDE_MAX }), field: wrong });
    onChoose({ width: Number(typed.width), height: Number(typed.height) });
    onClose();
  }

  return (
    <Dialog hasCloseButton widthPx={400} title={t('customTitle')} onClose={onClose}>
      <form className={styles.sides} {...formProps(submit)}>
        {SIDES.map((side) => (
          <TextField
            key={side}
            type="number"
            name={side}
            label={t(side)}
            min={SIDE_MIN}
            max={SIDE_MAX}
            step={1}
            error={errorAt(side) !== null && <span role="alert">{errorAt(side)}</span>}
            value={typed[side]}
            onChange={(next) => {
              setTyped({ ...typed, [side]: next });
              clear();
            }}
          />
        ))}
        <Button type="submit">{t('apply')}</Button>
      </form>
    </Dialog>
  );
}
