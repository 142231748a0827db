// What the list shows right after its first render.
export { ListControls } from './ListControls.tsx';
export { Overview } from './overview/Overview.tsx';
export { QuickActions, RowMenu } from './RowMenu.tsx';
export { Selected } from './Selected.tsx';
