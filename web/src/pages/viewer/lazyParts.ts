import { lazy } from 'react';

// Parts of the viewer that load after its first render.

const loadPinComposer = () => import('../../features/comments/PinComposer.tsx');
export const PinComposer = lazy(async () => ({ default: (await loadPinComposer()).PinComposer }));
const loadPinThread = () => import('../../features/comments/lazyParts.ts');
export const PinThread = lazy(async () => ({ default: (await loadPinThread()).PinThread }));
const loadPickBar = () => import('../../features/pins/PickBar.tsx');
export const PickBar = lazy(async () => ({ default: (await loadPickBar()).PickBar }));
export const HiddenPins = lazy(async () => ({ default: (await loadPickBar()).HiddenPins }));
export const PinChooser = lazy(async () => ({
  default: (await import('../../features/pins/PinChooser.tsx')).PinChooser,
}));
export const RightPanel = lazy(async () => ({ default: (await import('./RightPanel.tsx')).RightPanel }));
export const PreviewFailure = lazy(async () => ({
  default: (await import('../../features/preview/PreviewFailure.tsx')).PreviewFailure,
}));
export const OutsideLink = lazy(async () => ({
  default: (await import('../../features/preview/OutsideLink.tsx')).OutsideLink,
}));
export const PageTrees = lazy(async () => ({
  default: (await import('../../features/comments/PageTrees.tsx')).PageTrees,
}));
export const PinResults = lazy(async () => ({
  default: (await import('../../features/comments/PinResults.tsx')).PinResults,
}));
export const PagesColumn = lazy(async () => ({ default: (await import('./PagesColumn.tsx')).PagesColumn }));
export const MobileActionBar = lazy(async () => ({
  default: (await import('./MobileActionBar.tsx')).MobileActionBar,
}));
export const Notices = lazy(async () => ({ default: (await import('./Notices.tsx')).Notices }));
const loadRails = () => import('./Rail.tsx');
export const PagesRail = lazy(async () => ({ default: (await loadRails()).PagesRail }));
export const PanelRail = lazy(async () => ({ default: (await loadRails()).PanelRail }));
export const KeySheet = lazy(async () => ({ default: (await import('./KeySheet.tsx')).KeySheet }));
export const ShownAddress = lazy(async () => ({
  default: (await import('./ShownAddress.tsx')).ShownAddress,
}));

export const Strips = lazy(async () => ({ default: (await import('./Strips.tsx')).Strips }));

/** Loads what a comment needs. */
export function loadCommentParts(): void {
  void loadPickBar();
  void loadPinComposer();
  void loadPinThread();
}

export const loadPictures = () => import('../../features/pictures/api.ts');
