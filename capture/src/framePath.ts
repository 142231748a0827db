/**
 * Returns where a window is among the frames of its tab, such as “2/0”; empty for the page itself, null for a frame in a
 * shadow root. Needs no access to the windows. The worker injects this function
 * without arguments, so it uses nothing outside itself.
 */
export function framePath(start: Window = window): string | null {
  const path: number[] = [];
  for (let inner = start; inner !== inner.parent; inner = inner.parent) {
    const { parent } = inner;
    const at = Array.from({ length: parent.length }, (_, index) => parent[index]).indexOf(inner);
    if (at === -1) return null;
    path.unshift(at);
  }
  return path.join('/');
}
