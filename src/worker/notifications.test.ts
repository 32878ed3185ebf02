import { beforeAll, expect, test, vi } from 'vitest';

const ORIGIN = 'https://your.shop';
let readNews: typeof import('./notifications.ts').readNews;
beforeAll(async () => {
  vi.stubGlobal('self', {});
  ({ readNews } = await import('./notifications.ts'));
});

const message = (notification: object) => JSON.stringify({ web_push: 8030, notification });

test('a message shows what it says, and leads to its record', () => {
  const told = {
    title: 'New order',
    body: 'ORD-1',
    tag: 't',
    lang: 'en',
    navigate: `${ORIGIN}/admin/orders/ORD-1`,
    app_badge: '3',
  };
  expect(readNews(message(told), ORIGIN)).toMatchObject({
    title: 'New order',
    options: { body: 'ORD-1', tag: 't', lang: 'en', data: { path: '/admin/orders/ORD-1' } },
    waiting: 3,
  });
});

test.each([undefined, '', 'rubbish', 'null', '{}', '{"notification":null}', '{"notification":{"title":7}}', '[]'])(
  'what cannot be read (%s) is shown all the same',
  (text) => {
    expect(readNews(text, ORIGIN)).toMatchObject({
      title: 'News of the shop',
      options: { data: { path: '/admin' } },
      waiting: null,
    });
  },
);

test.each(['https://evil.example/admin', '//evil.example/admin', '/checkout', '/administrator', 'javascript:alert(1)', 7])(
  'an address outside of the back office (%s) leads to its start',
  (navigate) => {
    expect(readNews(message({ title: 'x', navigate }), ORIGIN).options.data.path).toBe('/admin');
  },
);
