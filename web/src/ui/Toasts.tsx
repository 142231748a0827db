import { Notifications } from '@mantine/notifications';

/** Where toasts appear, one at a time. */
export function Toasts() {
  return <Notifications position="bottom-center" autoClose={3000} limit={1} zIndex={400} />;
}
