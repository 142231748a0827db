import { MOVING } from '@stagelink/shared/preview/handshake';
import type { FromAgent } from '@stagelink/shared/preview/messages';
import type * as native from '../native.ts';
import { frameKey, timerKey } from '../timerKeys.ts';
import type { Timers } from '../timers.ts';

/** What begins while the page is frozen is stopped within this time. */
const LOOK_MS = 250;
const MEDIA = 'video,audio';
/** Pictures of these kinds are most often animated. */
const ANIMATED = /^data:image\/gif|\.(gif|apng)([?#]|$)/i;

export interface FreezeTools {
  own: typeof native;
  timers: Timers;
  send: (message: FromAgent) => void;
}

/** Returns the document and the open shadow trees in it. */
function treesIn(root: Document | ShadowRoot): (Document | ShadowRoot)[] {
  const inner = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
    shadowRoot ? treesIn(shadowRoot) : [],
  );
  return [root, ...inner];
}

/** Stops what moves on the page without a press, and lets it go on where it was. */
export class Freeze {
  readonly #tools: FreezeTools;
  readonly #animations = new Set<Animation>();
  readonly #drawings = new Set<SVGSVGElement>();
  readonly #media = new Set<HTMLMediaElement>();
  /** Callbacks of the page whose time has come, in that order; of an interval the newest. */
  readonly #held = new Map<string, () => void>();
  #isOn = false;

  constructor(tools: FreezeTools) {
    this.#tools = tools;
    this.#forget('clearTimeout', timerKey);
    this.#forget('clearInterval', timerKey);
    this.#forget('cancelAnimationFrame', frameKey);
  }

  /** Forgets what is held when the page cancels it. */
  #forget(name: string, keyOf: typeof timerKey): void {
    try {
      this.#tools.own.tap(window, name, ([id]) => void this.#held.delete(keyOf(id)));
    } catch {
      // The page lets no one replace it.
    }
  }

  set(isOn: boolean): void {
    if (isOn !== this.#isOn) {
      this.#isOn = isOn;
      if (isOn) this.#begin();
      else this.#end();
    }
    this.#tools.send({ type: 'frozen', isOn, ...(isOn && { beyond: this.#beyond() }) });
  }

  /** Returns what on the page goes on. */
  #beyond(): (typeof MOVING)[number][] {
    const has = (selector: string, isMeant: (one: Element) => boolean = () => true) =>
      treesIn(document).some((root) => [...root.querySelectorAll(selector)].some(isMeant));
    const goesOn = {
      frames: has('iframe,frame'),
      workers: this.#tools.timers.hasWorker === true,
      pictures: has('img', (one) => ANIMATED.test((one as HTMLImageElement).currentSrc)),
    };
    return MOVING.filter((kind) => goesOn[kind]);
  }

  #begin(): void {
    this.#tools.timers.hold = (key, run) => {
      this.#held.set(key, run);
      return true;
    };
    this.#stopAll(true);
    this.#look();
  }

  #look(): void {
    this.#tools.own.later(() => {
      if (!this.#isOn) return;
      // What the pointer changes at an element belongs to pointing at it.
      this.#stopAll(false);
      this.#look();
    }, LOOK_MS);
  }

  #stopAll(withTransitions: boolean): void {
    for (const root of treesIn(document)) {
      for (const animation of root.getAnimations())
        if (withTransitions || !(animation instanceof CSSTransition)) this.#stopAnimation(animation);
      for (const media of root.querySelectorAll<HTMLMediaElement>(MEDIA)) this.#stopMedia(media);
      for (const drawing of root.querySelectorAll<SVGSVGElement>('svg')) this.#stopDrawing(drawing);
    }
  }

  #stopAnimation(animation: Animation): void {
    if (animation.playState !== 'running') return;
    animation.pause();
    this.#animations.add(animation);
  }

  #stopMedia(media: HTMLMediaElement): void {
    if (media.paused || media.ended) return;
    media.pause();
    this.#media.add(media);
  }

  #stopDrawing(drawing: SVGSVGElement): void {
    if (drawing.animationsPaused()) return;
    drawing.pauseAnimations();
    this.#drawings.add(drawing);
  }

  #end(): void {
    this.#tools.timers.hold = undefined;
    // What the page has stopped itself meanwhile stays so.
    for (const animation of this.#animations) if (animation.playState === 'paused') animation.play();
    for (const media of this.#media) if (media.paused && media.isConnected) void media.play().catch(() => {});
    for (const drawing of this.#drawings) drawing.unpauseAnimations();
    for (const stopped of [this.#animations, this.#media, this.#drawings]) stopped.clear();
    this.#release();
  }

  /** Runs what was held, in order; what one of them cancels is left out. */
  #release(): void {
    for (const [key, run] of this.#held) {
      if (this.#isOn) return;
      this.#held.delete(key);
      try {
        run();
      } catch (error) {
        // As for any error in a callback of the page.
        reportError(error);
      }
    }
  }
}
