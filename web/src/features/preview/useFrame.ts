import { useEffect, useLayoutEffect, useState } from 'react';
import { type Frame, frameFor, type FrameSize, keepFrame, readFrame, type Size, sizeOf } from './frames.ts';

// Same as in previewFrame.css.
const BAR = 44;
const FILES = 240;
const PANEL = 360;
const RAIL = 40;
const COLUMNS_FROM = 768;

const windowSize = (): Size => ({ width: window.innerWidth, height: window.innerHeight });

function useWindowSize(): Size {
  const [size, setSize] = useState(windowSize);
  useEffect(() => {
    const measure = () => setSize(windowSize());
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return size;
}

/** What is left for the preview beside each combination of open and closed columns. */
const roomsIn = ({ width, height }: Size): FrameSize[] =>
  [RAIL, FILES].flatMap((left) =>
    [RAIL, PANEL].map((right) => ({ width: width - left - right, height: height - BAR })),
  );

const hasRoom = ({ width }: Size) => width >= COLUMNS_FROM;

/** The scale at which the frame fits follows from the size of the stage, see previewFrame.css. */
function show(size: FrameSize | null): void {
  const { style, dataset } = document.documentElement;
  if (!size) {
    delete dataset['viewerFrame'];
    return;
  }
  dataset['viewerFrame'] = size.height === null ? 'screen' : 'device';
  style.setProperty('--frame-width', `${size.width}px`);
  style.setProperty('--frame-height', `${size.height}px`);
}

export interface Framing {
  frame: Frame;
  choose: (frame: Frame) => void;
  /** Size in CSS pixels; null while the preview fills the available space. */
  size: FrameSize | null;
  /** The size belongs to a comment and was not chosen. */
  isComments: boolean;
}

/** Size of the preview: the chosen one, or the one in which the open comment was written. */
export function useFrame(seen: Size | undefined): Framing {
  const [frame, setFrame] = useState(readFrame);
  const around = useWindowSize();
  const own = sizeOf(frame);
  const rooms = own ? [own] : roomsIn(around);
  // A comment that was written beside other columns of the same window is read in the present size.
  const recalled = rooms.every((room) => frameFor(seen, room)) ? (seen ?? null) : null;
  // On a phone a prototype always fills the screen.
  const size = hasRoom(around) ? (recalled ?? own) : null;

  useLayoutEffect(() => show(size));
  useLayoutEffect(() => () => show(null), []);

  function choose(next: Frame): void {
    keepFrame(next);
    setFrame(next);
  }

  return { frame, choose, size, isComments: size !== null && size === recalled };
}
