/** Said to a companion that the system starts: it waits in the tray. */
export const HIDDEN = '--hidden';

/** A word of a desktop entry's command line, as the Desktop Entry Specification quotes it. */
const quoted = (word: string): string => `"${word.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;

export const autostartEntry = (program: string): string =>
  ['[Desktop Entry]', 'Type=Application', 'Name=Stagelink', `Exec=${quoted(program)} ${HIDDEN}`, ''].join(
    '\n',
  );
