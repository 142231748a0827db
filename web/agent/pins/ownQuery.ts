import { isGenerated } from '@stagelink/shared/locator/names';

/** A year or a page number is short; a long word without vowels is no word, and a session has no words. */
const looksRandom = (name: string, value: string) =>
  (isGenerated(value) && !/^\d{1,8}$/.test(value)) ||
  (value.length > 7 && (/[bcdfghjklmnpqrstvwxz]{4}/i.test(value) || /sid$|^sess|^token|uid$/i.test(name)));

function queryOf(url: string): URLSearchParams {
  try {
    return new URL(url).searchParams;
  } catch {
    return new URLSearchParams();
  }
}

export interface OwnQuery {
  /** The parameters with a random value that the page has added to its own address, such as a session id. */
  names: () => string[];
  /** Returns a route without them: they differ at each load. */
  without: (route: string) => string;
}

/** `known` are the parameters of the document before. */
export function createOwnQuery(known: readonly string[]): OwnQuery {
  const names = new Set(known);
  const [entry] = performance.getEntriesByType('navigation');
  const opened = queryOf(entry?.name ?? location.href);

  function learn(): void {
    // After a press the address may say what a person has chosen.
    if (navigator.userActivation?.hasBeenActive) return;
    for (const [name, value] of queryOf(location.href))
      if (!opened.has(name) && looksRandom(name, value)) names.add(name);
  }

  return {
    names: () => [...names],
    without(route) {
      learn();
      const [, path = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(route) ?? [];
      const parts = query.split('&').filter((part) => {
        const [[name = '', value = ''] = []] = new URLSearchParams(part);
        return part !== '' && !(names.has(name) && looksRandom(name, value));
      });
      return path + (parts.length > 0 ? `?${parts.join('&')}` : '') + hash;
    },
  };
}
