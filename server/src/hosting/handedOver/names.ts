/** Returns how a file is called on its page: its name without folder, extension and density. */
export function titleOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const short = name.replace(/\.[^.]+$/, '').replace(/@[1-4]x$/i, '');
  return short.replaceAll('_', ' ').trim() || name;
}

/** Returns the pixels per CSS pixel that a picture's name gives, such as `Home@2x.png`; 1 without. */
export const densityOf = (path: string): number => Number(/@([1-4])x\.[^./]+$/i.exec(path)?.[1] ?? 1);

/** Returns the URL path of a file below `root`. */
export const hrefOf = (root: string, path: string): string =>
  `${root}/${path.split('/').map(encodeURIComponent).join('/')}`;

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
