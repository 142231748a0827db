import { expect, test } from 'vitest';
import { tableAddress } from './ExportLink.tsx';

test('a table has the filters of its list and no length', () => {
  expect(
    tableAddress('/debug/analytics/events', {
      limit: 250,
      eventType: ['user_login', 'page_view'],
      userId: 'a&b',
      page: '',
      timeFilterAfter: undefined,
    }),
  ).toBe('/debug/analytics/events?eventType=user_login&eventType=page_view&userId=a%26b&format=csv');
});
