import { notifications } from '@mantine/notifications';

/** Says that something worked, for two and a half seconds. */
export function toast(message: string): void {
  notifications.show({ message, color: 'ink', autoClose: 2500, withCloseButton: false, role: 'status' });
}

/** Says that something did not work and why; long enough to be read. */
export function toastProblem(title: string, message?: string): void {
  notifications.show({ title, message, color: 'red', autoClose: 6000, role: 'alert' });
}
