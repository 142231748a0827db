import { Notifications } from '@mantine/notifications';

/** Shows one toast at a time. */
export function Toasts() {
  return <Notifications data-toasts position="bottom-center" autoClose={3000} limit={1} zIndex={400} />;
}
