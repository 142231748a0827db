import { Report } from '../../features/findings/Report.tsx';
import type { PanelProps } from './panels.tsx';

/** What checks of the page found. */
export const FindingsPanel = ({ snapshot, preview, threads }: PanelProps) => (
  <Report snapshot={snapshot} preview={preview} onOpenThread={threads.open} />
);
