import { defineCopy } from '../../lib/copy.ts';

/** Loaded with the code that looks at what was chosen. */
export const t = defineCopy({
  badIgnoreFile: '“{{path}}” is not a text in UTF-8 or UTF-16. Save it as UTF-8 and try again.',
  badPath: '“{{path}}” cannot be staged: its name {{problem}}. Rename it and try again.',
  emptyZip: 'The zip is empty.',
  nothing: 'It contains nothing to stage. Choose the folder your build made.',
  severalOutputs: 'This project contains several builds. Choose the one to stage.',
  severalZips: 'Choose one zip or one folder.',
  source:
    'This is a project that has not been built. Build it and choose its output folder, or stage it with the command line, the editor or the companion, which build it.',
  tooLarge: 'It is {{size}}. At most {{limit}} per snapshot are allowed. Remove what is not needed.',
  tooMany: 'It has {{count}} files. A snapshot can have at most {{limit}}.',
});
