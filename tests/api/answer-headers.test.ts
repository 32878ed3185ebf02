import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '#local/settings.ts';
import { RING } from '#tests/setup/samples/products.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const shop = await testShop();

const request = (method: string, path: string) => new Request(`http://shop.test${path}`, { method });

test('every answer forbids content sniffing, loading and framing', async () => {
  const asked: [number, Request][] = [
    [200, request('GET', '/api/products')],
    [200, request('GET', '/api/openapi.json')],
    [401, request('GET', '/api/orders')],
    [404, request('GET', '/api/products/68f0a1000000000000000999')],
    [404, request('GET', '/api/orders/no/such/place')],
    [405, request('DELETE', '/api/health')],
    [405, request('POST', '/api/openapi.json')],
    [415, request('POST', '/api/contact')],
  ];
  for (const [status, sent] of asked) {
    const { status: answered, headers } = await shop.ask(sent);
    const said = [answered, headers.get('x-content-type-options'), headers.get('content-security-policy')];
    expect(said, `${sent.method} ${sent.url}`).toEqual([status, 'nosniff', "default-src 'none'; frame-ancestors 'none'"]);
  }
});

test('HEAD gets the same answer as GET, without a body', async () => {
  const { json } = await shop.call('GET', '/api/openapi.json');
  const readable = Object.entries<Record<string, unknown>>(json.paths).filter(([, methods]) => 'get' in methods);
  const paths = [...readable.map(([path]) => path.replace(/\{\w+\}/g, RING.id)), '/api/openapi.json'];
  for (const path of paths) {
    const [get, head] = [await shop.ask(request('GET', path)), await shop.ask(request('HEAD', path))];
    expect([head.status, await head.text()], path).toEqual([get.status, '']);
    for (const name of ['content-type', 'cache-control', 'netlify-cache-tag'])
      expect(head.headers.get(name), `${name} of ${path}`).toBe(get.headers.get(name));
  }
});

test('describing the API does not load the image library', async () => {
  /** The native code that a process of its own has loaded after an import. */
  const nativeAfter = async (file: string) => {
    const script = `await import(${JSON.stringify(file)}); process.report.excludeNetwork = true;
      console.log(JSON.stringify(process.report.getReport().sharedObjects.filter((path) => /sharp|vips/.test(path))));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { cwd: ROOT });
    return JSON.parse(stdout);
  };
  expect(await nativeAfter('#functions/openapi.ts')).toEqual([]);
  // What the question is asked by does see it.
  expect(await nativeAfter('sharp')).not.toEqual([]);
});
