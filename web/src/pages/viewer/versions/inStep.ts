import type { FromAgent, ToAgent } from '@stagelink/shared/preview/messages';

export type Side = 'from' | 'to';

const OTHER: Record<Side, Side> = { from: 'to', to: 'from' };
/** Whoever was just led somewhere is not leading: it may be led on by the page it came to. */
const FOLLOWING_MS = 1500;

const split = (route: string) => /^([^#]*)(#.*)?$/s.exec(route) ?? [];

/** The way from one route to another. */
function stepTo(route: string, now: string): ToAgent {
  const [, page, hash = ''] = split(route);
  const [, pageNow] = split(now);
  return page === pageNow && hash.length > 1 ? { type: 'goTo', hash } : { type: 'show', route, page: null };
}

/** Keeps two versions of a prototype at the same place: where one is led, the other follows. */
export function keepInStep(
  tell: (side: Side, message: ToAgent) => void,
  now: () => number = () => performance.now(),
) {
  const routes: Record<Side, string | null> = { from: null, to: null };
  const followsUntil: Record<Side, number> = { from: 0, to: 0 };

  function went(side: Side, route: string): void {
    const before = routes[side];
    if (route === before) return;
    routes[side] = route;
    const other = OTHER[side];
    const there = routes[other];
    // A version that has just been opened says where it is, and leads nobody.
    if (before === null || there === null || there === route || now() < followsUntil[side]) return;
    followsUntil[other] = now() + FOLLOWING_MS;
    tell(other, stepTo(route, there));
  }

  return {
    /** A document of this side has started. */
    started(side: Side): void {
      tell(side, { type: 'watchScroll', isOn: true });
    },
    heard(side: Side, message: FromAgent): void {
      if (message.type === 'state') went(side, message.route);
      else if (message.type === 'scrolled') {
        tell(OTHER[side], { type: 'scrollTo', x: message.x, y: message.y });
      }
    },
    /** Another version takes this side. */
    replaced(side: Side): void {
      routes[side] = null;
    },
    /** Where the prototype is now. */
    routeOf: (side: Side): string | null => routes[side] ?? routes[OTHER[side]],
  };
}

export type InStep = ReturnType<typeof keepInStep>;
