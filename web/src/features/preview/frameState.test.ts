import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMPTY, type FrameEvent, type FrameState, next } from './frameState.ts';

const opened: FrameEvent = { type: 'opened', route: '/' };
const connected: FrameEvent = { type: 'connected' };
const described = (how: Partial<Extract<FrameEvent, { type: 'described' }>> = {}): FrameEvent => ({
  type: 'described',
  isRight: true,
  isLoaded: false,
  isFromWorker: false,
  ...how,
});
const reported = (route = '/'): FrameEvent => ({ type: 'reported', route });
const headed = (route: string | null): FrameEvent => ({ type: 'headed', route });
const loaded: FrameEvent = { type: 'loaded' };
const waited: FrameEvent = { type: 'waited' };
const reloaded: FrameEvent = { type: 'reloaded' };
const verified = (
  document: number,
  how: { isRight?: boolean; version?: number | null } = {},
): FrameEvent => ({
  type: 'verified',
  document,
  isRight: false,
  version: 1,
  ...how,
});

const after = (...events: FrameEvent[]): FrameState => events.reduce(next, EMPTY);
const page = (route = '/') => [connected, described(), reported(route)];
const other = (document: number) => [
  connected,
  described({ isRight: false, isFromWorker: true }),
  reported(),
  verified(document),
];

describe('a page with an agent', () => {
  test('is ready once its version and its route are known', () => {
    expect(after(opened)).toMatchObject({ phase: 'loading', document: 0 });
    expect(after(opened, connected)).toMatchObject({ phase: 'loading', document: 1 });
    expect(after(opened, connected, described())).toMatchObject({ phase: 'loading' });
    expect(after(opened, ...page())).toMatchObject({ phase: 'ready', document: 1, route: '/', kept: null });
  });

  test('of the former release is ready with its route', () => {
    expect(after(opened, connected, reported('/a'))).toMatchObject({
      phase: 'ready',
      route: '/a',
      kept: null,
    });
  });

  test('stays ready when it has loaded, whether the viewer connects before or afterwards', () => {
    expect(after(opened, ...page(), loaded, waited)).toMatchObject({ phase: 'ready' });
    expect(after(opened, loaded, ...page(), waited)).toMatchObject({ phase: 'ready' });
    expect(after(opened, connected, described({ isLoaded: true }), reported(), waited)).toMatchObject({
      phase: 'ready',
    });
  });

  test('replaces the page before, with an id of its own', () => {
    const second = after(opened, ...page(), loaded, headed('/b'), ...page('/b'), loaded, waited);
    expect(second).toMatchObject({ phase: 'ready', document: 2, route: '/b', heading: null });
  });

  test('that rewrites itself loads again and answers', () => {
    expect(after(opened, ...page(), loaded, loaded, described(), waited)).toMatchObject({
      phase: 'ready',
      document: 1,
    });
    expect(after(opened, ...page(), loaded, loaded, ...page(), waited)).toMatchObject({
      phase: 'ready',
      document: 2,
    });
  });

  test('that answers late is ready again', () => {
    const late = after(opened, ...page('/a'), loaded, loaded, waited);
    expect(late.phase).toBe('silent');
    expect(next(late, reported('/a'))).toMatchObject({ phase: 'ready', route: '/a' });
    expect(next(next(late, described()), reported('/a'))).toMatchObject({ phase: 'ready', route: '/a' });
  });
});

describe('a document without an agent', () => {
  test('is silent a second after it has loaded', () => {
    expect(after(opened, loaded)).toMatchObject({ phase: 'loading' });
    expect(after(opened, loaded, waited)).toMatchObject({ phase: 'silent', route: '/' });
  });

  test('that follows a page is at the route for which the page left', () => {
    const picture = [headed('/photo.svg'), loaded, waited];
    expect(after(opened, ...page(), loaded, ...picture)).toMatchObject({
      phase: 'silent',
      route: '/photo.svg',
    });
    expect(after(opened, ...page(), ...picture)).toMatchObject({ phase: 'silent', route: '/photo.svg' });
    expect(after(opened, loaded, ...page(), loaded, ...picture)).toMatchObject({ phase: 'silent' });
  });

  test('without a known address is at an unknown route', () => {
    expect(after(opened, ...page(), loaded, loaded, waited)).toMatchObject({ phase: 'silent', route: null });
    expect(after(opened, loaded, waited, loaded)).toMatchObject({ phase: 'silent', route: null });
  });

  test('is noticed after an agent that connected when its document had loaded', () => {
    const late = [connected, described({ isLoaded: true }), reported()];
    expect(after(opened, ...late, loaded, waited)).toMatchObject({ phase: 'silent' });
  });

  test('gives way to the next page', () => {
    expect(after(opened, loaded, waited, ...page('/b'), loaded, waited)).toMatchObject({
      phase: 'ready',
      route: '/b',
    });
  });

  test('says that a reload has not reached an agent', () => {
    expect(after(opened, ...page(), loaded, reloaded, loaded, waited)).toMatchObject({
      phase: 'silent',
      isReloading: true,
    });
    expect(after(opened, ...page(), loaded, reloaded, ...page())).toMatchObject({ isReloading: false });
  });
});

describe('a page of another version', () => {
  test('is not ready before the server was asked, and is the right one if a version was published meanwhile', () => {
    const doubted = after(opened, connected, described({ isRight: false }), reported());
    expect(doubted).toMatchObject({ phase: 'loading', stage: 'doubted' });
    expect(next(doubted, verified(1, { isRight: true }))).toMatchObject({ phase: 'ready', kept: null });
  });

  test('is refreshed once, and then is the chosen version', () => {
    const refreshing = after(opened, ...other(1));
    expect(refreshing).toMatchObject({ phase: 'loading', stage: 'refreshing' });
    const fresh = [...page(), loaded, waited].reduce(next, next(refreshing, loaded));
    expect(fresh).toMatchObject({ phase: 'ready', kept: null, isRefreshed: false });
  });

  test('that comes again says its version', () => {
    const kept = { version: 1, isFromWorker: true };
    expect(after(opened, ...other(1), loaded, ...other(2))).toMatchObject({ phase: 'ready', kept });
    expect(after(opened, ...other(1), ...other(2), ...other(3))).toMatchObject({ phase: 'ready', kept });
  });

  test('is refreshed again when a person reloads it', () => {
    const again = after(opened, ...other(1), ...other(2), reloaded, ...other(3));
    expect(again).toMatchObject({ phase: 'loading', stage: 'refreshing' });
  });

  test('about which the server does not answer is of an unknown version and stays', () => {
    const doubted = after(opened, connected, described({ isRight: false, isFromWorker: true }), reported());
    const kept = { version: null, isFromWorker: true };
    expect(next(doubted, { type: 'unverified', document: 1 })).toMatchObject({ phase: 'ready', kept });
    expect(next(doubted, { type: 'unverified', document: 2 })).toBe(doubted);
  });

  test('is not judged by an answer about the page before', () => {
    const doubted = after(opened, connected, connected, described({ isRight: false }), reported());
    expect(next(doubted, verified(1))).toBe(doubted);
  });
});

test('another frame begins anew, and ids go on', () => {
  expect(after(opened, ...other(1), ...other(2), { type: 'opened', route: '/b' })).toEqual({
    ...EMPTY,
    document: 2,
    heading: '/b',
  });
});

const route = fc.constantFrom('/', '/a', '/photo.svg');
const anyEvent: fc.Arbitrary<FrameEvent> = fc.oneof(
  fc.record({ type: fc.constant('opened' as const), route }),
  fc.constant(connected),
  fc.record({ isRight: fc.boolean(), isLoaded: fc.boolean(), isFromWorker: fc.boolean() }).map(described),
  fc.record({ isRight: fc.boolean(), version: fc.constantFrom(null, 1) }).map((how) => verified(1, how)),
  fc.constant({ type: 'unverified' as const, document: 1 }),
  route.map(reported),
  fc.option(route).map(headed),
  fc.constant(reloaded),
  fc.constant(loaded),
  fc.constant(waited),
);

describe('after any order of events', () => {
  const anyOrder = (holds: (state: FrameState, events: FrameEvent[]) => void) =>
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        // Answers are about the newest document.
        const state = events.reduce(
          (now, event) => next(now, 'document' in event ? { ...event, document: now.document } : event),
          EMPTY,
        );
        holds(state, events);
      }),
      { numRuns: 1_000 },
    );

  test('the next page of the chosen version is ready, with its own id and route', () =>
    anyOrder((state) => {
      const shown = [...page('/next'), loaded, waited].reduce(next, state);
      expect(shown).toMatchObject({
        phase: 'ready',
        document: state.document + 1,
        route: '/next',
        kept: null,
      });
    }));

  test('a file that loads without an agent is silent', () =>
    anyOrder((state) => {
      expect([loaded, loaded, waited].reduce(next, state).phase).toBe('silent');
    }));

  test('a page of another version is ready only after the server was asked, and never refreshed twice', () =>
    anyOrder((state) => {
      const wrong = [connected, described({ isRight: false }), reported()].reduce(next, state);
      expect(wrong.phase).toBe('loading');
      const judged = next(wrong, verified(wrong.document));
      const again = [...other(wrong.document + 1)].reduce(next, judged);
      expect(again).toMatchObject({ phase: 'ready', kept: { version: 1 } });
    }));

  test('ids only grow, and a page with an id has connected', () =>
    anyOrder((state, events) => {
      expect(state.document).toBe(events.filter(({ type }) => type === 'connected').length);
    }));
});
