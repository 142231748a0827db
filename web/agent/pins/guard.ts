import { PICKING_KEYS } from '@stagelink/shared/preview/handshake';
import type { KeyPressed } from '@stagelink/shared/preview/messages';
import type { EventGuard } from '../gate.ts';
import type { DrawnPins } from './drawnPins.ts';
import type { FocusHold } from './focus.ts';
import { viewerKeyOf, watchKeys } from './keys.ts';
import { watchLongPress } from './longPress.ts';
import { own } from './own.ts';
import type { PartContext } from './parts.ts';
import type { Picks } from './picks.ts';

/** The parts that events are for. */
export interface Parts {
  context: PartContext;
  pins: DrawnPins;
  picks: Picks;
  focus: FocusHold;
}

const PRESS = /^(pointer|mouse)(down|up)$|^click$/;
const FINGER = /^(pointer|touch)/;
/** A click follows the end of a touch within this time. */
const GESTURE_MS = 400;

/** Recognizes the events after a pick that belong to it: the click, the touch release, the key release. */
function createRest() {
  let rest: { isFingerOfPage: boolean } | null = null;

  function endSoon(): void {
    const mine = rest && (rest = { ...rest });
    own.later(() => {
      if (rest === mine) rest = null;
    }, GESTURE_MS);
  }

  return {
    endSoon,
    begin(isFingerOfPage: boolean): void {
      rest = { isFingerOfPage };
    },
    has({ type }: Event): boolean {
      if (rest && (type === 'pointerup' || type === 'pointercancel')) endSoon();
      else if (type === 'pointerdown' || type === 'keydown') rest = null;
      // A page that received a touch press must receive its release.
      return rest !== null && !(rest.isFingerOfPage && FINGER.test(type));
    },
  };
}

/** Recognizes presses on markers, from the press to the click. */
function createMarkPress({ host }: PartContext, pins: DrawnPins) {
  let isMarkPressed = false;
  const isOnLayer = (event: Event) => own.targetOf(event) === host;

  return {
    reset(): void {
      isMarkPressed = false;
    },
    takes(event: MouseEvent): boolean {
      // A modal dialog makes markers outside it inert to hit tests, so use their geometry.
      const ids = pins.drawing.pinsAt(event.clientX, event.clientY);
      if (event.type === 'pointerdown') isMarkPressed = ids.length > 0 || isOnLayer(event);
      const isOurs = isMarkPressed;
      if (event.type === 'click') {
        if (isOurs) pins.press(ids);
        isMarkPressed = false;
      }
      return isOurs;
    },
    isOver(event: Event): boolean {
      const isDragOfPage = !isMarkPressed && ((event as MouseEvent).buttons ?? 0) > 0;
      return isOnLayer(event) && !isDragOfPage;
    },
  };
}

/** Decides which events belong to the agent instead of the page. */
function createDecision({ context, pins, picks, focus }: Parts): EventGuard {
  const rest = createRest();
  const markPress = createMarkPress(context, pins);
  const sendKey = (key: KeyPressed['key']) => context.send({ type: 'key', key });
  const listenLast = watchKeys(sendKey);
  const onLongPressEvent = watchLongPress((x, y) => {
    if (!pins.areShown) return;
    picks.part.load((picking) => picking.pickAt(x, y));
    rest.begin(true);
  });

  /** The viewer's field may have closed already: then the key is a shortcut of the viewer. */
  function passToViewer(event: Event): true {
    const key = event.type === 'keydown' ? viewerKeyOf(event) : null;
    if (key) sendKey(key);
    return true;
  }

  function guardPicking(event: Event): boolean | 'default' {
    const { type } = event;
    const isTaken = picks.take(event);
    const key = !isTaken && type === 'keydown' ? viewerKeyOf(event) : null;
    if (key && PICKING_KEYS.includes(key)) sendKey(key);
    if (!picks.isOn) {
      rest.begin(false);
      rest.endSoon();
    }
    return isTaken || 'default';
  }

  return (event) => {
    const { type } = event;
    if (focus.takes(event)) return passToViewer(event);
    if (picks.isOn) return guardPicking(event);
    if (type === 'pointermove')
      pins.drawing.point((event as MouseEvent).clientX, (event as MouseEvent).clientY);
    if (rest.has(event)) return true;
    if (type === 'keydown') {
      markPress.reset();
      listenLast();
    }
    onLongPressEvent(event);
    return PRESS.test(type) ? markPress.takes(event as MouseEvent) : markPress.isOver(event);
  };
}

/** Guards the events of the page; those that the page gets are remembered, to open parts of it again. */
export function createGuard(parts: Parts): EventGuard {
  const { reopening } = parts.pins;
  const decide = createDecision(parts);
  return (event) => {
    if (event.type === 'submit') return reopening.now()?.isRunning ?? false;
    const isTaken = decide(event);
    if (!isTaken) reopening.now()?.take(event);
    return isTaken;
  };
}
