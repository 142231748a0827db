import { lazy } from 'react';

// Parts of the viewer that load after its first render.

export const Background = lazy(async () => ({ default: (await import('./Background.tsx')).Background }));
export const ViewerOverlays = lazy(async () => ({
  default: (await import('./ViewerOverlays.tsx')).ViewerOverlays,
}));
export const RightPanel = lazy(async () => ({ default: (await import('./RightPanel.tsx')).RightPanel }));
export const PagesColumn = lazy(async () => ({ default: (await import('./PagesColumn.tsx')).PagesColumn }));
const loadRails = () => import('./Rail.tsx');
export const PagesRail = lazy(async () => ({ default: (await loadRails()).PagesRail }));
export const PanelRail = lazy(async () => ({ default: (await loadRails()).PanelRail }));

export const Strips = lazy(async () => ({ default: (await import('./Strips.tsx')).Strips }));
