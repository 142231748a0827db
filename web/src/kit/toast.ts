import { useSyncExternalStore } from 'react';
import { isSessionLost, errorMessage, mayPass } from '../lib/errorMessage.ts';
import { t } from '../lib/commonCopy.ts';
import { createListeners } from '../lib/listeners.ts';

const PLAIN_MS = 2500;
const PROBLEM_MS = 6000;
const ACTION_MS = 8000;

interface Action {
  label: string;
  run: () => void;
  isUndo?: boolean;
}

export interface Toast {
  title?: string;
  message: string;
  /** The object, shown beside the message. */
  about?: string | undefined;
  action?: Action;
  isProblem?: boolean;
  hasCloseButton?: boolean;
  /** Epoch milliseconds. */
  until: number;
}

/** A stack of which the last is visible: a covered problem or action returns for its remaining time. */
let toasts: readonly Toast[] = [];
const { listen, notify } = createListeners();

function change(next: readonly Toast[]): void {
  toasts = next.filter(({ until }) => until > Date.now());
  notify();
}

/** Returns the toast to show. */
export const useToast = () => useSyncExternalStore(listen, () => toasts.at(-1));

export const removeToast = (toast: Toast): void => change(toasts.filter((each) => each !== toast));

function push(toast: Omit<Toast, 'until'>, shownFor: number): void {
  // A covered success message without an action is dropped.
  const kept = toasts.filter(({ action, isProblem }) => action !== undefined || isProblem);
  change([...kept, { ...toast, until: Date.now() + shownFor }]);
}

interface ToastOptions {
  about?: string | undefined;
  shownFor?: number;
}

/** Shows a success message. */
export function toast(message: string, { about, shownFor = PLAIN_MS }: ToastOptions = {}): void {
  push({ message, about }, shownFor);
}

/** Shows a failure, optionally with a retry button. */
export function toastProblem(title: string, message = '', retry?: () => void): void {
  const problem = { title, message, isProblem: true, hasCloseButton: true };
  if (retry) push({ ...problem, action: { label: t('retry'), run: retry } }, ACTION_MS);
  else push(problem, PROBLEM_MS);
}

/** Shows why a request failed, with a retry button if it may succeed later. */
export function toastFailure(title: string, error: unknown, retry?: () => void): void {
  if (isSessionLost(error)) return;
  const why = errorMessage(error, '');
  toastProblem(title, why === title ? '' : why, mayPass(error) ? retry : undefined);
}

/** Shows a message with one action. */
export function toastAction(message: string, label: string, run: () => void): void {
  push({ message, action: { label, run }, hasCloseButton: true }, ACTION_MS);
}

/** Runs the undo action of the latest toast; returns false if there is none. */
export function undoLatest(): boolean {
  const latest = toasts.findLast(({ action }) => action?.isUndo);
  if (!latest) return false;
  removeToast(latest);
  latest.action?.run();
  return true;
}

/** Shows a success message with an undo button for eight seconds. */
export function toastUndo(message: string, undo: () => void, about?: string): void {
  push({ message, about, action: { label: t('undo'), run: undo, isUndo: true } }, ACTION_MS);
}

/** Removes all toasts and their actions. */
export const clearToasts = (): void => change([]);
