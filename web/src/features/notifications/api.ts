import type { Input, Reply } from '@stagelink/shared/contracts/endpoint';
import * as api from '@stagelink/shared/contracts/notifications';
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { change, useChanged } from '../../lib/query/changes.ts';
import { queryClient } from '../../lib/queryClient.ts';

type Pages = InfiniteData<Reply<typeof api.listNotifications>>;
type Notification = api.Notification;

const key = ['notifications'] as const;
const preferencesKey = ['email-preferences'] as const;

/** Newest first, in pages. */
export function useNotifications() {
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: key,
      queryFn: ({ pageParam }) =>
        call(api.listNotifications, pageParam === null ? {} : { cursor: pageParam }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    });
  return {
    data: useChanged<Pages>(key, data),
    error,
    hasNextPage,
    isFetching,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
  };
}

/** Marks notifications as read in the pages. */
function asRead(pages: Pages, isRead: (each: Notification) => boolean, readAt: string): Pages {
  const isNow = (each: Notification) => each.readAt === null && isRead(each);
  const count = pages.pages.flatMap(({ notifications }) => notifications).filter(isNow).length;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      unread: Math.max(0, page.unread - count),
      notifications: page.notifications.map((each) => (isNow(each) ? { ...each, readAt } : each)),
    })),
  };
}

/** Marks them as read at once. */
async function read(isRead: (each: Notification) => boolean, act: () => Promise<unknown>): Promise<void> {
  const readAt = new Date().toISOString();
  await change<Pages, unknown>({
    key,
    apply: (pages) => asRead(pages, isRead, readAt),
    act,
    refetch: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}

export const readNotification = (id: string): Promise<void> =>
  read(
    (each) => each.id === id,
    () => call(api.readNotification, { id }),
  );

export const readAllNotifications = (): Promise<void> =>
  read(
    () => true,
    () => call(api.readAllNotifications, {}),
  );

export function useEmailFrequency() {
  const { data, error, refetch } = useQuery({
    queryKey: preferencesKey,
    queryFn: async () => (await call(api.getEmailPreferences, {})).emailFrequency,
  });
  return { data: useChanged(preferencesKey, data), error, refetch };
}

/** Shows the choice at once. */
export async function chooseEmailFrequency(emailFrequency: api.EmailFrequency): Promise<void> {
  await change({
    key: preferencesKey,
    apply: () => emailFrequency,
    act: () => call(api.setEmailPreferences, { emailFrequency }),
    subject: 'email frequency',
  });
}

/** Stops emails to the recipient of this token. Resolves to the server's message. */
export async function unsubscribe(stopped: Input<typeof api.unsubscribeFromMail>): Promise<string> {
  return (await call(api.unsubscribeFromMail, stopped)).message;
}
