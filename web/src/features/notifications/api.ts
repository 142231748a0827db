import type { Reply } from '@stagelink/shared/contracts/endpoint';
import * as api from '@stagelink/shared/contracts/notifications';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';

type Pages = InfiniteData<Reply<typeof api.listNotifications>, string | null>;
type Notification = api.Notification;

const key = ['notifications'] as const;

/** Newest first, in pages. */
export const useNotifications = () =>
  useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => call(api.listNotifications, pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Marks them read at once; a rejected change is reverted by refetching. */
async function optimistically(isRead: (each: Notification) => boolean, act: () => Promise<unknown>) {
  await queryClient.cancelQueries({ queryKey: key });
  const readAt = new Date().toISOString();
  queryClient.setQueryData<Pages>(key, (data) => {
    if (!data) return data;
    const isNow = (each: Notification) => each.readAt === null && isRead(each);
    const count = data.pages.flatMap(({ notifications }) => notifications).filter(isNow).length;
    return {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        unread: Math.max(0, page.unread - count),
        notifications: page.notifications.map((each) => (isNow(each) ? { ...each, readAt } : each)),
      })),
    };
  });
  try {
    await act();
  } finally {
    void queryClient.invalidateQueries({ queryKey: key });
  }
}

export const readNotification = (id: string): Promise<void> =>
  optimistically(
    (each) => each.id === id,
    () => call(api.readNotification, { id }),
  );

export const readAllNotifications = (): Promise<void> =>
  optimistically(
    () => true,
    () => call(api.readAllNotifications, {}),
  );
