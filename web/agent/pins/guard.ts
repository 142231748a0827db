import type { FromAgent, KeyPressed } from '@stagelink/shared/preview/messages';
import type { EventGuard } from '../gate.ts';
import { viewerKeyOf, watchKeys } from './keys.ts';
import { watchLongPress } from './longPress.ts';
import { own } from './own.ts';

interface GuardContext {
  host: HTMLElement;
  isPicking: () => boolean;
  /** Takes an event while picking; false leaves a key to the browser. */
  pick: (event: Event) => boolean;
  pinsAt: (x: number, y: number) => string[];
  /** A marker was pressed. */
  pressed: (ids: string[]) => void;
  /** Takes a long press at a point; false leaves it to the page. */
  takesLongPress: (x: number, y: number) => boolean;
  /** Whether a key was meant for a field of the viewer. */
  isForViewer: (event: Event) => boolean;
  send: (message: FromAgent) => void;
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
function createMarkPress({ host, pinsAt, pressed }: GuardContext) {
  let isMarkPressed = false;
  const isOnLayer = (event: Event) => own.targetOf(event) === host;

  return {
    reset(): void {
      isMarkPressed = false;
    },
    takes(event: MouseEvent): boolean {
      // A modal dialog makes markers outside it inert to hit tests, so use their geometry.
      const ids = pinsAt(event.clientX, event.clientY);
      if (event.type === 'pointerdown') isMarkPressed = ids.length > 0 || isOnLayer(event);
      const isOurs = isMarkPressed;
      if (event.type === 'click') {
        if (isOurs) pressed(ids);
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
export function createGuard(context: GuardContext): EventGuard {
  const { isPicking, pick, isForViewer, takesLongPress, send } = context;
  const rest = createRest();
  const markPress = createMarkPress(context);
  const sendKey = (key: KeyPressed['key']) => send({ type: 'key', key });
  const listenLast = watchKeys(sendKey);
  const onLongPressEvent = watchLongPress((x, y) => {
    if (takesLongPress(x, y)) rest.begin(true);
  });

  /** The viewer's field may have closed already: then the key is a shortcut of the viewer. */
  function passToViewer(event: Event): true {
    const key = event.type === 'keydown' ? viewerKeyOf(event) : null;
    if (key) sendKey(key);
    return true;
  }

  function guardPicking(event: Event): boolean | 'default' {
    const isTaken = pick(event);
    if (!isPicking()) {
      rest.begin(false);
      rest.endSoon();
    }
    return isTaken || 'default';
  }

  return (event) => {
    const { type } = event;
    if (isForViewer(event)) return passToViewer(event);
    if (isPicking()) return guardPicking(event);
    if (rest.has(event)) return true;
    if (type === 'keydown') {
      markPress.reset();
      listenLast();
    }
    onLongPressEvent(event);
    return PRESS.test(type) ? markPress.takes(event as MouseEvent) : markPress.isOver(event);
  };
}
