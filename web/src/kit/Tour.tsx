import { type DriveStep, driver, type PopoverDOM } from 'driver.js';
import { useEffect } from 'react';
import { buttonClass, type ButtonStyle } from './buttonClass.ts';
import styles from './Tour.module.css';
import { useFocusBack } from './useFocusBack.ts';
import { useStable } from './useStable.ts';

export interface TourStep {
  title: string;
  content: string;
  /** `highlight` points at its target; the others are dialogs. */
  type: 'modal' | 'highlight' | 'info';
  /** Selector of the element to point at. */
  target?: string;
  position?: 'top' | 'right';
}

interface TourTexts {
  skip: string;
  previous: string;
  next: string;
  finish: string;
  /** Where a step is in the tour. */
  progress: (number: number, count: number) => string;
}

interface TourProps {
  steps: readonly TourStep[];
  texts: TourTexts;
  /** Receives the position of the step that was shown. */
  onSkip: (at: number) => void;
  onComplete: () => void;
}

/** How long a step waits for its target before it shows without one. */
const TARGET_WAIT_MS = 2000;
/** Distance between a target and the veil. */
const PADDING_PX = 6;
/** Distance between the veil and the popover: driver.js places it by the width of a scrollbar too near. */
const OFFSET_PX = 16;
/** As `--radius-card`. */
const RADIUS_PX = 10;

function findVisible(selector: string): Element | null {
  const element = document.querySelector(selector);
  return element && element.getClientRects().length > 0 ? element : null;
}

/** What driver.js points at. Without an element it shows a dialog. */
const pointAt = (selector: string): DriveStep => ({
  element: () => findVisible(selector) as Element,
  // One that is hidden, such as the sidebar on a phone, will not appear.
  get waitForElement() {
    return document.querySelector(selector) ? 0 : TARGET_WAIT_MS;
  },
});

const toDriveStep = ({ title, content, target, position = 'top' }: TourStep, progressText: string) =>
  Object.assign(target === undefined ? {} : pointAt(target), {
    popover: {
      title,
      description: content,
      progressText,
      side: position,
      popoverClass: `${styles.popover} ${target === undefined ? styles.dialog : ''}`,
    },
  });

function style(button: HTMLElement, look: ButtonStyle): void {
  button.classList.add(...buttonClass({ size: 'small', ...look }).split(' '));
}

/** Removes what driver.js says of the element it points at: most elements may not have it, and it opens nothing. */
function dropStates(element: Element | undefined): void {
  for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) element?.removeAttribute(name);
}

/** Makes a modal dialog with our buttons of a popover of driver.js. */
function refine(popover: PopoverDOM, skipText: string): void {
  const { wrapper, title, footer, footerButtons, closeButton, previousButton, nextButton } = popover;
  wrapper.setAttribute('aria-modal', 'true');
  // A click on its text leaves the focus in it.
  wrapper.tabIndex = -1;
  wrapper.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') closeButton.click();
  });
  const heading = document.createElement('h2');
  heading.id = title.id;
  heading.textContent = title.textContent;
  title.replaceWith(heading);
  // At the end of the document it would be the footer of the page.
  footer.setAttribute('role', 'none');
  closeButton.textContent = skipText;
  closeButton.removeAttribute('aria-label');
  footerButtons.prepend(closeButton);
  style(closeButton, { variant: 'quiet' });
  style(previousButton, { variant: 'plain' });
  style(nextButton, { variant: 'main' });
}

/** Runs the steps of a tour. Escape skips it. A step whose target is not on the page is a dialog. */
export function Tour({ steps, texts, ...actions }: TourProps) {
  useFocusBack();
  const onSkip = useStable(actions.onSkip);
  const onComplete = useStable(actions.onComplete);
  useEffect(() => {
    const layout = new ResizeObserver(() => tour.refresh());
    const tour = driver({
      steps: steps.map((step, at) => toDriveStep(step, texts.progress(at + 1, steps.length))),
      animate: false,
      overlayOpacity: 0.45,
      stagePadding: PADDING_PX,
      stageRadius: RADIUS_PX,
      popoverOffset: OFFSET_PX,
      disableActiveInteraction: true,
      allowKeyboardControl: false,
      overlayClickBehavior: () => {},
      showProgress: true,
      prevBtnText: texts.previous,
      nextBtnText: texts.next,
      doneBtnText: texts.finish,
      onPopoverRender: (popover, { state }) => {
        refine(popover, texts.skip);
        // driver.js focuses the first button and marks the element after this.
        queueMicrotask(() => {
          popover.nextButton.focus();
          dropStates(state.activeElement);
        });
      },
      onHighlighted: (element) => element && layout.observe(element),
      onCloseClick: (_element, _step, { index = 0 }) => onSkip(index),
      onDoneClick: onComplete,
    });
    layout.observe(document.body);
    // Scrolling of a part of the page does not bubble.
    window.addEventListener('scroll', tour.refresh, { capture: true, passive: true });
    tour.drive();
    return () => {
      layout.disconnect();
      window.removeEventListener('scroll', tour.refresh, { capture: true });
      tour.destroy();
    };
  }, [steps, texts, onSkip, onComplete]);
  return null;
}
