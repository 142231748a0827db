import type { FromAgent, ToAgent } from '@stagelink/shared/preview/messages';

export type Side = 'from' | 'to';

const OTHER: Record<Side, Side> = { from: 'to', to: 'from' };
/** While a side follows the other, its own position is not sent back, even if it arrives elsewhere. */
const ON_THE_WAY_MS = 4_000;
/**
 * Versions that redirect differently would follow each other endlessly: none is sent to the same route
 * twice within this time.
 */
const CIRCLE_MS = 3_000;

const split = (route: string) => /^([^#]*)(#.*)?$/s.exec(route) ?? [];

/** Returns the command that goes from one route to another. */
function stepTo(route: string, now: string): ToAgent {
  const [, page, hash = ''] = split(route);
  const [, pageNow] = split(now);
  return page === pageNow && hash.length > 1 ? { type: 'goTo', hash } : { type: 'show', route, page: null };
}

/** Keeps two versions at the same route: each follows the other. */
export function syncScroll(
  send: (side: Side, message: ToAgent) => void,
  now: () => number = () => performance.now(),
) {
  const routes: Record<Side, string | null> = { from: null, to: null };
  const led: Record<Side, { to: string; at: number; hasArrived: boolean } | null> = { from: null, to: null };

  /** Whether this is the route it was sent to, or its redirect. */
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
    send(side, stepTo(route, there));
  }

  function went(side: Side, route: string): void {
    const before = routes[side];
    if (route === before) return;
    routes[side] = route;
    const other = OTHER[side];
    const there = routes[other];
    // A version that was just opened reports its route, which the other does not follow.
    if (before === null || arrives(side) || there === null || there === route) return;
    lead(other, route, there);
  }

  return {
    /** A document of this side has started. */
    started(side: Side): void {
      send(side, { type: 'watchScroll', isOn: true });
    },
    handleMessage(side: Side, message: FromAgent): void {
      if (message.type === 'state') went(side, message.route);
      else if (message.type === 'scrolled') {
        send(OTHER[side], { type: 'scrollTo', x: message.x, y: message.y });
      }
    },
    /** Another version was chosen for this side. */
    replaced(side: Side): void {
      routes[side] = null;
      led[side] = null;
    },
    /** The current route of the prototype. */
    routeOf: (side: Side): string | null => routes[side] ?? routes[OTHER[side]],
  };
}

export type InStep = ReturnType<typeof syncScroll>;
