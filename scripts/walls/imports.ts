import path from 'node:path';

export interface Source {
  /** Relative to the repository, with slashes. */
  file: string;
  text: string;
}

export interface Import {
  /** A file relative to the repository, or the name of a package. */
  target: string;
  isType: boolean;
}

/** Returns why an import is not allowed, or null. */
export type ImportRule = (file: string, imported: Import) => string | null;

const IMPORT =
  /^\s*(?:import|export)\s+(type\s+)?(?:[^'"();]*?\sfrom\s+)?'([^']+)'|(\btypeof )?\bimport\('([^']+)'\)/gm;

/** Lists what a source imports, relative imports resolved. */
export function importsOf({ file, text }: Source): Import[] {
  return [...text.matchAll(IMPORT)].map(([, type, named, typeOf, dynamic]) => {
    const name = named ?? dynamic ?? '';
    return {
      target: name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name,
      isType: (type ?? typeOf) !== undefined,
    };
  });
}

export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || file.includes('/testing/');

export const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;
