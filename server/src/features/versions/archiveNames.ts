import { collisionKey, portableName } from '@stagelink/shared/domain/paths';

function foldersOf(name: string): string[] {
  const folders: string[] = [];
  for (let end = name.indexOf('/'); end !== -1; end = name.indexOf('/', end + 1))
    folders.push(name.slice(0, end));
  return folders;
}

/** `img/Logo.png` becomes `img/Logo (2).png`. */
function numbered(name: string, number: number): string {
  const [, stem = name, extension = ''] = /^(.*[^/])(\.[^./]+)$/s.exec(name) ?? [];
  return `${stem} (${number})${extension}`;
}

/**
 * Returns the path in an archive of each path of a version, so that every disk can hold the files: without forbidden
 * characters, and a number behind names that differ from an earlier one by case only.
 */
export function archiveNames(paths: readonly string[]): Map<string, string> {
  const plain = paths.map((path) => path.split('/').map(portableName).join('/'));
  const taken = new Set(plain.flatMap(foldersOf).map(collisionKey));
  // Thousands of names may differ by case only.
  const lastNumbers = new Map<string, number>();

  function freeName(name: string): string {
    let free = name;
    let number = lastNumbers.get(collisionKey(name)) ?? 1;
    while (taken.has(collisionKey(free))) free = numbered(name, ++number);
    lastNumbers.set(collisionKey(name), number);
    taken.add(collisionKey(free));
    return free;
  }

  return new Map(paths.map((path, at) => [path, freeName(plain[at] ?? path)]));
}
