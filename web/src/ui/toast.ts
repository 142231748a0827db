import type { NotificationData } from '@mantine/notifications';
import { createElement } from 'react';
import { isSessionLost, sentence } from '../data/sentence.ts';
import { t } from '../words/common.ts';

const PLAIN_MS = 2500;
/** Long enough to be read. */
const PROBLEM_MS = 6000;
/** Long enough to notice, think and press the button. */
const ACTION_MS = 8000;

interface Action {
  label: string;
  run: () => void;
  isUndo?: boolean;
}

interface Toast {
  data: NotificationData;
  /** The object it is about, beside the message. */
  about?: string;
  action?: Action;
  /** Epoch milliseconds. */
  until: number;
}

/** What is shown, last, above what it covers: a covered problem or button comes back for the rest of its time. */
let toasts: Toast[] = [];
let drawn: { id: string; toast: Toast } | undefined;

function remove(toast: Toast): void {
  toasts = toasts.filter((each) => each !== toast);
  void draw();
}

/** Fetched behind the first picture, see Providers.tsx. */
async function draw(): Promise<void> {
  const [{ notifications }, { ToastAct }] = await Promise.all([
    import('@mantine/notifications'),
    import('./ToastAct.tsx'),
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
    message: createElement(ToastAct, { message: data.message, about, label: action?.label, act: run }),
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
  // What only confirmed an act has been seen.
  const kept = toasts.filter(({ data, action }) => action !== undefined || data.role === 'alert');
  toasts = [...kept, { ...toast, until: Date.now() + shownFor }];
  void draw();
}

interface ToastOptions {
  about?: string | undefined;
  shownFor?: number;
}

/** Says that something worked. */
export function toast(message: string, { about, shownFor = PLAIN_MS }: ToastOptions = {}): void {
  const data = { message, color: 'ink', withCloseButton: false, role: 'status' } as const;
  push({ data, ...(about !== undefined && { about }) }, shownFor);
}

/** Says that something did not work and why. With `retry`, it can be tried again. */
export function toastProblem(title: string, message?: string, retry?: () => void): void {
  const data = { title, message, color: 'red', role: 'alert' } as const;
  if (retry) push({ data, action: { label: t('retry'), run: retry } }, ACTION_MS);
  else push({ data }, PROBLEM_MS);
}

/** Says why a call failed. */
export function toastFailure(title: string, error: unknown, retry?: () => void): void {
  if (isSessionLost(error)) return;
  const why = sentence(error, '');
  toastProblem(title, why === title ? '' : why, retry);
}

/** Says that something happened, with the one thing that can be done about it. */
export function toastAct(message: string, label: string, run: () => void): void {
  push({ data: { message, color: 'ink', role: 'status' }, action: { label, run } }, ACTION_MS);
}

/** Undoes what was done last, as the button in its toast would; false when nothing is offered any more. */
export function undoLatest(): boolean {
  const latest = toasts.findLast(({ action }) => action?.isUndo);
  if (!latest) return false;
  remove(latest);
  latest.action?.run();
  return true;
}

/** Says that something was done and offers for eight seconds to undo it. */
export function toastUndo(message: string, undo: () => void, about?: string): void {
  const data = { message, color: 'ink', withCloseButton: false, role: 'status' } as const;
  const action = { label: t('undo'), run: undo, isUndo: true };
  push({ data, action, ...(about !== undefined && { about }) }, ACTION_MS);
}

/** Takes every toast away, and what they offered. */
export function clearToasts(): void {
  toasts = [];
  void draw();
}
