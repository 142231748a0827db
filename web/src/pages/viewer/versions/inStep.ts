import type { FromAgent, ToAgent } from '@stagelink/shared/preview/messages';

export type Side = 'from' | 'to';

const OTHER: Record<Side, Side> = { from: 'to', to: 'from' };
/** How long somebody who was led is on the way. Where it arrives is no news, even when that is another place. */
const ON_THE_WAY_MS = 4_000;
/** Two versions that redirect differently would lead each other in circles: nobody is led twice to one place so soon. */
const CIRCLE_MS = 3_000;

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
  const led: Record<Side, { to: string; at: number; hasArrived: boolean } | null> = { from: null, to: null };

  /** Whether this is where it was led to, as far as it got. */
  function arrives(side: Side): boolean {
    const way = led[side];
    if (!way || way.hasArrived || now() - way.at > ON_THE_WAY_MS) return false;
    way.hasArrived = true;
    return true;
  }

  function lead(side: Side, route: string, there: string): void {
    const way = led[side];
    if (way?.to === route && now() - way.at < CIRCLE_MS) return;
    led[side] = { to: route, at: now(), hasArrived: false };
    tell(side, stepTo(route, there));
  }

  function went(side: Side, route: string): void {
    const before = routes[side];
    if (route === before) return;
    routes[side] = route;
    const other = OTHER[side];
    const there = routes[other];
    // A version that has just been opened says where it is, and leads nobody.
    if (before === null || arrives(side) || there === null || there === route) return;
    lead(other, route, there);
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
      led[side] = null;
    },
    /** Where the prototype is now. */
    routeOf: (side: Side): string | null => routes[side] ?? routes[OTHER[side]],
  };
}

export type InStep = ReturnType<typeof keepInStep>;
