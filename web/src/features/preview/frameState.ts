/**
 * What the viewer knows of the document in the frame, as a state machine without side effects: `frameLink` feeds it the
 * events of frame and agent and acts on its states.
 */

/** A page of another version than the chosen one. */
export interface Kept {
  /** Null if the snapshot has no such version. */
  version: number | null;
  /** A service worker of the prototype answered for it. */
  isFromWorker: boolean;
}

interface Known {
  /** Number of documents whose agent has connected: the id of the newest. */
  document: number;
  /** Where the frame is going, as the viewer or the page named it; null if unknown. */
  heading: string | null;
  /** The document's own `load` event. Another one is `unexplained`, until an agent answers. */
  load: 'awaited' | 'over' | 'unexplained';
  /** A page of another version is refreshed once. */
  isRefreshed: boolean;
  /** The page was asked to reload, and no other has come since. */
  isReloading: boolean;
}

interface Loading extends Known {
  phase: 'loading';
  /**
   * `met`: its agent has not reported its version, which an agent of the former release never does. `doubted`: it belongs
   * to another version than the viewer knows of. `refreshing`: and the server agreed with the viewer.
   */
  stage: 'empty' | 'met' | 'right' | 'doubted' | 'refreshing' | 'kept';
  route: string | null;
  kept: Kept | null;
}

interface Ready extends Known {
  phase: 'ready';
  route: string;
  /** Null: the page belongs to the chosen version. */
  kept: Kept | null;
}

/** A document without an agent: a picture, a PDF, a page that was kept without it. */
interface Silent extends Known {
  phase: 'silent';
  /** Null if neither viewer nor page named it. */
  route: string | null;
  kept: Kept | null;
}

export type FrameState = Loading | Ready | Silent;

export type FrameEvent =
  /** A frame is given an address. */
  | { type: 'opened'; route: string }
  /** An agent has connected. */
  | { type: 'connected' }
  /** It has reported which version its document belongs to. */
  | { type: 'described'; isRight: boolean; isLoaded: boolean; isFromWorker: boolean }
  /** The server has answered which version is live, and whether the document's exists: null if not. */
  | { type: 'verified'; document: number; isRight: boolean; version: number | null }
  /** The server has not answered. */
  | { type: 'unverified'; document: number }
  | { type: 'reported'; route: string }
  /** The frame leaves for another route; null if it is none of the prototype. */
  | { type: 'headed'; route: string | null }
  | { type: 'reloaded' }
  /** The frame has fired `load`. */
  | { type: 'loaded' }
  /** No agent has answered for a second. */
  | { type: 'waited' };

type Transitions<S extends FrameState> = {
  [T in FrameEvent['type']]?: (state: S, event: Extract<FrameEvent, { type: T }>) => FrameState;
};

export const EMPTY: FrameState = {
  phase: 'loading',
  document: 0,
  heading: null,
  load: 'awaited',
  isRefreshed: false,
  isReloading: false,
  stage: 'empty',
  route: null,
  kept: null,
};

const knownOf = ({ document, heading, load, isRefreshed, isReloading }: FrameState): Known => ({
  document,
  heading,
  load,
  isRefreshed,
  isReloading,
});

const IS_SETTLED = { empty: false, met: true, right: true, doubted: false, refreshing: false, kept: true };

/** A document is ready once its version and its route are known. */
function settle(state: Loading): FrameState {
  const { stage, route, kept } = state;
  if (!IS_SETTLED[stage] || route === null) return state;
  return { ...knownOf(state), phase: 'ready', heading: null, route, kept };
}

const opened = (state: FrameState, { route }: { route: string }): FrameState => ({
  ...EMPTY,
  document: state.document,
  heading: route,
});

const connected = (state: FrameState): FrameState => ({
  ...EMPTY,
  document: state.document + 1,
  heading: state.heading,
  isRefreshed: state.isRefreshed,
  stage: 'met',
});

type Described = Extract<FrameEvent, { type: 'described' }>;

const described = (state: FrameState, { isRight, isLoaded, isFromWorker }: Described): FrameState =>
  settle({
    ...knownOf(state),
    phase: 'loading',
    load: isLoaded ? 'over' : state.load,
    isRefreshed: state.isRefreshed && !isRight,
    stage: isRight ? 'right' : 'doubted',
    route: state.phase === 'loading' ? state.route : null,
    kept: isRight ? null : { version: null, isFromWorker },
  });

type Verified = Extract<FrameEvent, { type: 'verified' }>;

function verified(state: Loading, { document, isRight, version }: Verified): FrameState {
  if (state.stage !== 'doubted' || document !== state.document) return state;
  if (isRight) return settle({ ...state, stage: 'right', isRefreshed: false, kept: null });
  if (!state.isRefreshed) return { ...state, stage: 'refreshing', isRefreshed: true };
  const isFromWorker = state.kept?.isFromWorker ?? false;
  return settle({ ...state, stage: 'kept', kept: { version, isFromWorker } });
}

/** Nothing is removed without the server: the page may be all there is offline. */
function unverified(state: Loading, { document }: { document: number }): FrameState {
  const isAbout = state.stage === 'doubted' && document === state.document;
  return isAbout ? settle({ ...state, stage: 'kept' }) : state;
}

/** The next `load` is another document's, unless an agent says that it is not. */
const headed = <S extends FrameState>(state: S, { route }: { route: string | null }): S => ({
  ...state,
  heading: route,
  load: state.load === 'awaited' ? 'over' : state.load,
});

/** A person asks for the page again, or a new version is live. */
const reloaded = <S extends Loading | Ready>(state: S): S => ({
  ...headed(state, { route: state.route ?? state.heading }),
  isRefreshed: false,
  isReloading: true,
});

const loaded = <S extends Loading | Ready>(state: S): S => ({
  ...state,
  load:
    state.load === 'awaited' && !(state.phase === 'loading' && state.stage === 'empty')
      ? 'over'
      : 'unexplained',
});

function waited(state: Loading | Ready): FrameState {
  if (state.load !== 'unexplained') return state;
  const { heading, kept } = state;
  return { ...knownOf(state), phase: 'silent', load: 'over', route: heading, heading: null, kept };
}

const answered = ({ load }: FrameState): Known['load'] => (load === 'unexplained' ? 'over' : load);

const LOADING: Transitions<Loading> = {
  described,
  verified,
  unverified,
  reported: (state, { route }) => settle({ ...state, load: answered(state), route }),
  headed,
  reloaded,
  loaded,
  waited,
};

const READY: Transitions<Ready> = {
  described: (state) => ({ ...state, load: answered(state) }),
  reported: (state, { route }) => ({
    ...state,
    load: answered(state),
    route,
    heading: state.heading === route ? null : state.heading,
  }),
  headed,
  reloaded,
  loaded,
  waited,
};

/** An agent that was busy for long answers late. */
const SILENT: Transitions<Silent> = {
  described,
  reported: (state, { route }) => ({ ...state, phase: 'ready', route }),
  loaded: (state) => ({ ...state, route: null }),
};

const ALWAYS = { opened, connected };

/** The table of transitions; an event that has none in a phase changes nothing. */
const TRANSITIONS: { [P in FrameState['phase']]: Transitions<Extract<FrameState, { phase: P }>> } = {
  loading: { ...ALWAYS, ...LOADING },
  ready: { ...ALWAYS, ...READY },
  silent: { ...ALWAYS, ...SILENT },
};

/** Returns the state after an event. See docs/decisions/0290. */
export function next(state: FrameState, event: FrameEvent): FrameState {
  const transition = TRANSITIONS[state.phase][event.type] as
    | ((state: FrameState, event: FrameEvent) => FrameState)
    | undefined;
  return transition?.(state, event) ?? state;
}
