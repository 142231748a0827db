import { ChevronsLeftRight } from 'lucide-react';
import { type PointerEvent, useRef } from 'react';
import styles from './CompareView.module.css';

interface DividerProps {
  label: string;
  /** Distance from the left, in percent. */
  share: number;
  onShare: (share: number) => void;
}

/** The edge between two versions. A pointer drags it; the keyboard moves its range input. */
export function Divider({ label, share, onShare }: DividerProps) {
  const range = useRef<HTMLInputElement>(null);

  function take({ currentTarget, pointerId }: PointerEvent): void {
    // Otherwise the frames below would receive the pointer.
    currentTarget.setPointerCapture(pointerId);
    range.current?.focus();
  }

  function drag({ currentTarget, pointerId, clientX }: PointerEvent): void {
    const box = currentTarget.parentElement?.getBoundingClientRect();
    if (!box || !currentTarget.hasPointerCapture(pointerId)) return;
    onShare(Math.min(100, Math.max(0, Math.round(((clientX - box.left) / box.width) * 100))));
  }

  return (
    <div className={styles.divider} onPointerDown={take} onPointerMove={drag}>
      <input
        ref={range}
        type="range"
        min={0}
        max={100}
        value={share}
        aria-label={label}
        onChange={({ currentTarget }) => onShare(Number(currentTarget.value))}
      />
      <span className={styles.grip}>
        <ChevronsLeftRight size={14} aria-hidden />
      </span>
    </div>
  );
}
