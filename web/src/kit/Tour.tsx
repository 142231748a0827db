import { Popover } from '@mantine/core';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { IN_WINDOW } from './overlayPlacement.ts';
import styles from './Tour.module.css';

export interface TourStep {
  title: string;
  content: string;
  /** `highlight` points at its target; the others are dialogs. */
  type: 'modal' | 'highlight' | 'info';
  /** Selector of the element to point at. */
  target?: string;
  position?: 'top' | 'right';
}

interface TourProps {
  step: TourStep;
  /** Where the step is in the tour. */
  progress: string;
  labels: { skip: string; previous: string; next: string };
  onSkip: () => void;
  /** Omitted on the first step. */
  onPrevious?: (() => void) | undefined;
  onNext: () => void;
}

/** How long a step waits for its target before it shows without one. */
const TARGET_WAIT_MS = 2000;
/** Distance between a target and its ring. */
const RING_PX = 4;
/** Height of the window that a tall target leaves to the popover. */
const POPOVER_PX = 280;

function findVisible(selector: string): Element | null {
  const element = document.querySelector(selector);
  return element && element.getClientRects().length > 0 ? element : null;
}

/** Returns the target, `waiting` while it may still appear, or `absent`. */
function useTarget(selector: string | undefined): Element | 'waiting' | 'absent' {
  const [element, setElement] = useState(() => (selector === undefined ? null : findVisible(selector)));
  // One that is hidden, such as the sidebar on a phone, will not appear.
  const [isLate, setIsLate] = useState(
    () => selector === undefined || document.querySelector(selector) !== null,
  );
  useEffect(() => {
    if (selector === undefined) return undefined;
    const look = () => setElement(findVisible(selector));
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('resize', look);
    const timer = setTimeout(() => setIsLate(true), TARGET_WAIT_MS);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', look);
      clearTimeout(timer);
    };
  }, [selector]);
  return element ?? (isLate ? 'absent' : 'waiting');
}

interface Box {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** The part of the element to point at, with room for the popover beside it. */
function boxOf(element: Element): Box {
  const { top, left, right, bottom } = element.getBoundingClientRect();
  const x = Math.max(left - RING_PX, RING_PX);
  const y = Math.max(top - RING_PX, RING_PX);
  return {
    top: y,
    left: x,
    width: Math.min(right + RING_PX, window.innerWidth - RING_PX) - x,
    height: Math.max(Math.min(bottom + RING_PX - y, window.innerHeight - POPOVER_PX), 0),
  };
}

/** Follows the element as the page scrolls and changes. */
function useBox(element: Element): Box {
  const [box, setBox] = useState(() => boxOf(element));
  useEffect(() => {
    const { top } = element.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight / 2) element.scrollIntoView({ block: 'start' });
    const measure = () => setBox(boxOf(element));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    window.addEventListener('scroll', measure, { capture: true, passive: true });
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', measure, { capture: true });
      window.removeEventListener('resize', measure);
    };
  }, [element]);
  return box;
}

function Controls({ progress, labels, onSkip, onPrevious, onNext }: Omit<TourProps, 'step'>) {
  return (
    <div className={styles.controls}>
      <span className={styles.progress}>{progress}</span>
      <Button variant="quiet" size="small" onClick={onSkip}>
        {labels.skip}
      </Button>
      <Button variant="plain" size="small" disabled={!onPrevious} onClick={onPrevious}>
        {labels.previous}
      </Button>
      <Button size="small" data-autofocus onClick={onNext}>
        {labels.next}
      </Button>
    </div>
  );
}

interface HighlightProps {
  target: Element;
  step: TourStep;
  onSkip: () => void;
  children: ReactNode;
}

/** A popover beside the target, which alone stays bright. */
function Highlight({ target, step, onSkip, children }: HighlightProps) {
  const box = useBox(target);
  const id = useId();
  return (
    <div className={styles.veil}>
      <Popover
        opened
        trapFocus
        returnFocus
        closeOnClickOutside={false}
        onChange={onSkip}
        position={step.position === 'right' ? 'right-start' : 'top-start'}
        width={360}
        middlewares={IN_WINDOW}
      >
        <Popover.Target>
          <div className={styles.ring} style={box} aria-hidden />
        </Popover.Target>
        <Popover.Dropdown className={styles.popover} aria-modal aria-labelledby={id}>
          <h2 id={id} className={styles.title}>
            {step.title}
          </h2>
          {children}
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

/** One step of a tour. Escape skips the tour. A step whose target is not on the page is a dialog. */
export function Tour({ step, ...controls }: TourProps) {
  const target = useTarget(step.type === 'highlight' ? step.target : undefined);
  if (target === 'waiting') return null;
  const content = (
    <>
      <p className={styles.content} aria-live="polite">
        {step.content}
      </p>
      <Controls {...controls} />
    </>
  );
  if (target === 'absent') {
    return (
      <Dialog title={step.title} widthPx={460} closeOnOutsideClick={false} onClose={controls.onSkip}>
        {content}
      </Dialog>
    );
  }
  return (
    <Highlight target={target} step={step} onSkip={controls.onSkip}>
      {content}
    </Highlight>
  );
}
