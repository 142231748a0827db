// What the viewer shows right after its first render.
export { People } from '../../features/presence/People.tsx';
export { FrameMenu } from '../../features/preview/FrameMenu.tsx';
export { AddressBar } from './AddressBar.tsx';
export { Background } from './Background.tsx';
export { CallerStrip } from './CallerStrip.tsx';
export { MoreMenu } from './MoreMenu.tsx';
export { PagesRail, PanelRail } from './Rail.tsx';
export { RightPanel } from './RightPanel.tsx';
export { Strips } from './Strips.tsx';
export { ViewerOverlays } from './ViewerOverlays.tsx';
