import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Folds a form without focus, but only after the press that moved the focus has ended: folding earlier
 * would move the pressed element away from its click.
 */
export function useFolding(form: RefObject<HTMLElement | null>) {
  const [isFolded, setIsFolded] = useState(true);
  const isPressed = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function settle(): void {
    clearTimeout(timer.current);
    // After the click that follows the release.
    timer.current = setTimeout(() => {
      if (!isPressed.current) setIsFolded(!form.current?.contains(document.activeElement));
    });
  }

  useEffect(() => {
    const begin = () => {
      isPressed.current = true;
    };
    const end = () => {
      isPressed.current = false;
      settle();
    };
    // A tap moves the focus in the mouse events that follow it.
    const begins = ['pointerdown', 'mousedown'];
    const ends = ['pointerup', 'pointercancel', 'mouseup'];
    for (const type of begins) window.addEventListener(type, begin, true);
    for (const type of ends) window.addEventListener(type, end, true);
    return () => {
      clearTimeout(timer.current);
      for (const type of begins) window.removeEventListener(type, begin, true);
      for (const type of ends) window.removeEventListener(type, end, true);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `settle` reads only what stays
  }, []);

  return { isFolded, onFocus: () => setIsFolded(false), onBlur: settle };
}
