/** Argument for a companion that the system starts; it stays in the tray. */
export const HIDDEN = '--hidden';

/** Quotes an argument by the rules of the Desktop Entry Specification. */
const quoted = (word: string): string => `"${word.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;

export const autostartEntry = (program: string): string =>
  ['[Desktop Entry]', 'Type=Application', 'Name=Stagelink', `Exec=${quoted(program)} ${HIDDEN}`, ''].join(
    '\n',
  );
