import { lazy } from 'react';

/** Dialogs open after an action, so their code loads after the first render. */
const load = () => import('./Modal.tsx');

export const Modal = lazy(async () => ({ default: (await load()).Modal }));
export const ModalTitle = lazy(async () => ({ default: (await load()).ModalTitle }));
