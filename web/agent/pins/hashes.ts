import { plainHashOf } from '@stagelink/shared/preview/routes';

/** Returns the element that a hash names. */
function anchorOf(hash: string): Element | null {
  let name = hash.slice(1);
  try {
    name = decodeURIComponent(name);
  } catch {
    // It is not encoded.
  }
  return document.getElementById(name) ?? document.getElementsByName(name)[0] ?? null;
}

/** Whether a hash only leads to an element that is shown anyway. */
function isAnchor(hash: string): boolean {
  if (hash === '' || /^#(top)?$/i.test(hash) || hash.startsWith('#:~:')) return true;
  const anchor = anchorOf(hash);
  return anchor !== null && (anchor.checkVisibility?.() ?? true);
}

/** Returns a route without a hash that decides nothing. */
export function withoutAnchor(route: string): string {
  const hash = plainHashOf(route);
  return hash !== '' && isAnchor(hash) ? route.slice(0, -hash.length) : route;
}

/** Whether the hashes of two routes of one document decide about what it shows. */
export function isOtherByHash(a: string, b: string): boolean {
  const [one, other] = [plainHashOf(a), plainHashOf(b)];
  return one !== other && !(isAnchor(one) && isAnchor(other));
}
