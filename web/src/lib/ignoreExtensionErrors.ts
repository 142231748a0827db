/** Errors of browser extensions about their own observers of the page. */
const OBSERVERS = /(Mutation|Resize|Intersection)Observer/;
const EXTENSION = /^(chrome|moz|safari-web|safari)-extension:/;

interface Raised {
  message: string;
  source: string;
}

/** Returns whether an uncaught error comes from a browser extension's observer, not from the app. */
export const isExtensionError = ({ message, source }: Raised): boolean =>
  OBSERVERS.test(message) && (EXTENSION.test(source) || /parameter 1 is not of type 'Node'/.test(message));

/** Returns the address of an extension's script in a stack; empty without one. */
export const extensionIn = (stack: string): string =>
  /\S+-extension:\S+/.exec(stack)?.[0].replace(/^\(/, '') ?? '';

/** Keeps such errors from being reported anywhere. */
export function ignoreExtensionErrors(): void {
  window.addEventListener('error', (event) => {
    if (!isExtensionError({ message: event.message, source: event.filename })) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  window.addEventListener('unhandledrejection', (event) => {
    const { message = '', stack = '' } = event.reason instanceof Error ? event.reason : {};
    if (isExtensionError({ message, source: extensionIn(stack) })) event.preventDefault();
  });
}
