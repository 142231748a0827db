import { Notifications } from '@mantine/notifications';

/** Where toasts appear. */
export function Toasts() {
  return <Notifications position="bottom-center" autoClose={3000} limit={3} zIndex={400} />;
}
