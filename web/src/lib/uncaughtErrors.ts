const OBSERVER = /(Mutation|Resize|Intersection)Observer/;
const EXTENSION = /^(chrome|moz|safari-web|safari)-extension:/;
/** Observers of extensions that raise these are not named by browsers. */
const UNNAMED = /parameter 1 is not of type 'Node'|^ResizeObserver loop /;

/** Whether an error is a browser extension's about its own observer of the page. */
const isOfExtension = (message: string, source: string): boolean =>
  OBSERVER.test(message) && (EXTENSION.test(source) || UNNAMED.test(message));

/** Returns the address of an extension's script in a stack; empty without one. */
const extensionIn = (stack: string): string => /\S+-extension:\S+/.exec(stack)?.[0].replace(/^\(/, '') ?? '';

/** Reports uncaught errors, but ignores those of browser extensions about their observers. */
export function handleUncaughtErrors(report: (cause: unknown) => void): void {
  window.addEventListener('error', (event) => {
    const { message, filename, error } = event;
    if (isOfExtension(message, filename)) event.preventDefault();
    else report(error ?? message);
  });
  window.addEventListener('unhandledrejection', (event) => {
    const { message = '', stack = '' } = event.reason instanceof Error ? event.reason : {};
    if (isOfExtension(message, extensionIn(stack))) event.preventDefault();
    else report(event.reason);
  });
}
