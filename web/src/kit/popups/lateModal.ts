import { later } from '../later.tsx';

/** Dialogs open after an action, so their code loads after the first render. */
export const LateModal = later(() => import('./Modal.tsx'));
