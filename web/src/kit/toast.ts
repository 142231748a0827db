import type { NotificationData } from '@mantine/notifications';
import { createElement } from 'react';
import { isSessionLost, errorMessage } from '../lib/errorMessage.ts';
import { t } from '../lib/commonCopy.ts';

const PLAIN_MS = 2500;
const PROBLEM_MS = 6000;
const ACTION_MS = 8000;

interface Action {
  label: string;
  run: () => void;
  isUndo?: boolean;
}

interface Toast {
  data: NotificationData;
  /** The object, shown beside the message. */
  about?: string;
  action?: Action;
  /** Epoch milliseconds. */
  until: number;
}

/** A stack of which the last is visible: a covered problem or action returns for its remaining time. */
let toasts: Toast[] = [];
let drawn: { id: string; toast: Toast } | undefined;

function remove(toast: Toast): void {
  toasts = toasts.filter((each) => each !== toast);
  void draw();
}

/** Loaded after the first render, see Providers.tsx. */
async function draw(): Promise<void> {
  const [{ notifications }, { ToastAction }] = await Promise.all([
    import('@mantine/notifications'),
    import('./ToastAction.tsx'),
  ]);
  toasts = toasts.filter(({ until }) => until > Date.now());
  const top = toasts.at(-1);
  if (drawn?.toast === top) return;
  const before = drawn;
  drawn = undefined;
  if (before) notifications.hide(before.id);
  if (!top) return;
  const { data, about, action, until } = top;
  const run = () => {
    if (drawn?.toast === top) notifications.hide(drawn.id);
    action?.run();
  };
  const id = notifications.show({
    ...data,
    message: createElement(ToastAction, { message: data.message, about, label: action?.label, act: run }),
    autoClose: until - Date.now(),
    onClose() {
      if (drawn?.toast !== top) return;
      drawn = undefined;
      remove(top);
    },
  });
  drawn = { id, toast: top };
}

function push(toast: Omit<Toast, 'until'>, shownFor: number): void {
  // A covered success message without an action is dropped.
  const kept = toasts.filter(({ data, action }) => action !== undefined || data.role === 'alert');
  toasts = [...kept, { ...toast, until: Date.now() + shownFor }];
  void draw();
}

interface ToastOptions {
  about?: string | undefined;
  shownFor?: number;
}

/** Shows a success message. */
export function toast(message: string, { about, shownFor = PLAIN_MS }: ToastOptions = {}): void {
  const data = { message, color: 'ink', withCloseButton: false, role: 'status' } as const;
  push({ data, ...(about !== undefined && { about }) }, shownFor);
}

/** Shows a failure, optionally with a retry button. */
export function toastProblem(title: string, message?: string, retry?: () => void): void {
  const data = { title, message, color: 'red', role: 'alert' } as const;
  if (retry) push({ data, action: { label: t('retry'), run: retry } }, ACTION_MS);
  else push({ data }, PROBLEM_MS);
}

/** Shows why a request failed. */
export function toastFailure(title: string, error: unknown, retry?: () => void): void {
  if (isSessionLost(error)) return;
  const why = errorMessage(error, '');
  toastProblem(title, why === title ? '' : why, retry);
}

/** Shows a message with one action. */
export function toastAction(message: string, label: string, run: () => void): void {
  push({ data: { message, color: 'ink', role: 'status' }, action: { label, run } }, ACTION_MS);
}

/** Runs the undo action of the latest toast; returns false if there is none. */
export function undoLatest(): boolean {
  const latest = toasts.findLast(({ action }) => action?.isUndo);
  if (!latest) return false;
  remove(latest);
  latest.action?.run();
  return true;
}

/** Shows a success message with an undo button for eight seconds. */
export function toastUndo(message: string, undo: () => void, about?: string): void {
  const data = { message, color: 'ink', withCloseButton: false, role: 'status' } as const;
  const action = { label: t('undo'), run: undo, isUndo: true };
  push({ data, action, ...(about !== undefined && { about }) }, ACTION_MS);
}

/** Removes all toasts and their actions. */
export function clearToasts(): void {
  toasts = [];
  void draw();
}
