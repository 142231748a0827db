import type { NotificationData } from '@mantine/notifications';

/** Fetched behind the first picture, see Providers.tsx. */
async function show(notification: NotificationData): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.show(notification);
}

/** Says that something worked, for two and a half seconds. */
export function toast(message: string): void {
  void show({ message, color: 'ink', autoClose: 2500, withCloseButton: false, role: 'status' });
}

/** Says that something did not work and why; long enough to be read. */
export function toastProblem(title: string, message?: string): void {
  void show({ title, message, color: 'red', autoClose: 6000, role: 'alert' });
}
