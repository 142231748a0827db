import { blankSecrets } from '@stagelink/shared/domain/blankSecrets';
import type { FailedRequest, PageError } from '@stagelink/shared/preview/inspection';
import {
  ERROR_MAX,
  ERRORS_MAX,
  REQUEST_PATH_MAX,
  REQUESTS_MAX,
} from '@stagelink/shared/preview/inspectionLimits';
import type { Fault, Faults } from '../faults.ts';
import { own } from '../pins/own.ts';

/** A longer text is cut before it is searched. */
const READ_MAX = 4 * ERROR_MAX;

type Clean = (text: string) => string;

/** Objects are only named: they may contain anything. */
function wordsOf(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  return typeof value === 'object' && value !== null ? '[object]' : String(value);
}

/** Fills in the `%s` of a message, as the console does. */
function messageOf([first, ...rest]: readonly unknown[]): string {
  if (typeof first !== 'string') return [first, ...rest].map(wordsOf).join(' ');
  const filled = first.replace(/%[sdifoOc%]/g, (sign) => {
    if (sign === '%%') return '%';
    const value = rest.shift();
    return sign === '%c' ? '' : wordsOf(value);
  });
  return [filled, ...rest.map(wordsOf)].join(' ');
}

function errorOf(fault: Fault): { kind: PageError['kind']; text: string } | null {
  if (Array.isArray(fault)) return { kind: 'console', text: messageOf(fault) };
  if (fault instanceof PromiseRejectionEvent) return { kind: 'rejection', text: wordsOf(fault.reason) };
  return fault instanceof ErrorEvent ? { kind: 'error', text: fault.message } : null;
}

/** Returns the newest errors of the page, each once. */
export function errorsOf(faults: readonly Fault[], clean: Clean): PageError[] {
  const errors = new Map<string, PageError>();
  for (const fault of faults) {
    const error = errorOf(fault);
    if (!error) continue;
    const text = own.cut(own.storable(clean(blankSecrets(own.cut(error.text, 0, READ_MAX)))), 0, ERROR_MAX);
    if (text !== '') errors.set(text, { kind: error.kind, text });
  }
  return [...errors.values()].slice(-ERRORS_MAX);
}

/** What asks for a file with GET; scripts may ask with any method. */
const GETS = /^(?:img|image|script|link|css|iframe|frame|video|audio|track|embed|object|input|body|icon)$/;
const OURS = '/__stagelink/';

function pathOf(url: string, clean: Clean): string | null {
  try {
    const { protocol, host, origin, pathname } = new URL(url, location.href);
    if (!/^https?:$/.test(protocol) || pathname.includes(OURS)) return null;
    const path = clean(blankSecrets(origin === location.origin ? pathname : host + pathname));
    return own.cut(own.storable(path), 0, REQUEST_PATH_MAX);
  } catch {
    return null;
  }
}

function addressOf(url: string): string | null {
  try {
    return new URL(url, document.baseURI).href;
  } catch {
    return null;
  }
}

/** Returns what was asked for with which method last, by address. */
function methodsOf(requests: Faults['requests']): ReadonlyMap<string, string> {
  const methods = new Map<string, string>();
  for (const { method, url } of requests) {
    const name = String(method).toUpperCase();
    const address = addressOf(String(url));
    if (address !== null && /^[A-Z]{1,10}$/.test(name)) methods.set(address, name);
  }
  return methods;
}

function fromTiming(
  entry: PerformanceResourceTiming,
  methods: ReadonlyMap<string, string>,
  clean: Clean,
): FailedRequest | null {
  const { name, initiatorType, responseStatus, transferSize, decodedBodySize, nextHopProtocol } = entry;
  const isUnanswered =
    responseStatus === 0 &&
    transferSize + decodedBodySize === 0 &&
    nextHopProtocol === '' &&
    new URL(name).origin === location.origin;
  const path = responseStatus >= 400 || isUnanswered ? pathOf(name, clean) : null;
  return path === null
    ? null
    : {
        method: GETS.test(initiatorType) ? 'GET' : (methods.get(name) ?? null),
        path,
        status: responseStatus,
      };
}

/** A file that an element of the page did not get. */
function fromFault(fault: Fault, clean: Clean): FailedRequest | null {
  const target = fault instanceof Event ? own.targetOf(fault) : null;
  if (!(target instanceof Element)) return null;
  const { currentSrc, src, href } = target as Partial<HTMLImageElement & HTMLLinkElement>;
  const url = currentSrc || src || href;
  const path = typeof url === 'string' ? pathOf(url, clean) : null;
  return path === null ? null : { method: 'GET', path, status: 0 };
}

/** Returns the newest requests of the page that failed, each once. */
export function failedRequests({ errors, requests }: Faults, clean: Clean): FailedRequest[] {
  const methods = methodsOf(requests);
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const failed = new Map<string, FailedRequest>();
  /** The agent, and tools of a browser, ask for source maps. */
  const isOfPage = ({ name }: PerformanceEntry) => !/\.map(?:\?|$)/.test(name);
  const all = [
    ...errors.map((fault) => fromFault(fault, clean)),
    ...entries.filter(isOfPage).map((entry) => fromTiming(entry, methods, clean)),
  ];
  for (const request of all)
    // The browser knows the status, an element does not.
    if (request && (request.status > 0 || !failed.has(request.path))) failed.set(request.path, request);
  return [...failed.values()].slice(-REQUESTS_MAX);
}
