import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';

interface Loaded {
  url: string;
  type: string;
  body: Buffer;
}

export interface Weight {
  script: number;
  /** The part of the script that draws charts. */
  charts: number;
  style: number;
  requests: number;
}

/** What wakes with the first touch. A browser without a mouse invents one now and then. */
export const WITH_A_TOUCH = /\/first-touch\.[^/]+\.js$/;

/** Opens a page and gives what it loads before anybody touches or scrolls it. `shown` is there when it has all come. */
export async function load(page: Page, path: string, shown?: Locator): Promise<Loaded[]> {
  const loads: Promise<Loaded>[] = [];
  page.on('response', (response) => {
    const url = response.url();
    // A full browser draws a sign on its tab and calls that something else.
    const type = url.endsWith('/favicon.svg') ? 'image' : response.request().resourceType();
    const body = response.body().catch(() => Buffer.alloc(0));
    loads.push(body.then((body) => ({ url, type, body })));
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await shown?.waitFor();
  return (await Promise.all(loads)).filter(({ url }) => !WITH_A_TOUCH.test(url));
}

/** What a loaded page weighs in script and style, in bytes as gzip -9 packs them. */
export async function weigh(page: Page, loaded: Loaded[]): Promise<Weight> {
  const pack = (content: string | Buffer) => (content.length > 0 ? gzipSync(content, { level: 9 }).length : 0);
  const inline = await page.locator('script:not([src]):not([type="application/ld+json"])').allTextContents();
  const styles = await page.locator('style').allTextContents();
  const sum = (wanted: (one: Loaded) => boolean) => loaded.filter(wanted).reduce((total, { body }) => total + pack(body), 0);
  return {
    script: sum(({ type }) => type === 'script') + pack(inline.join('\n')),
    charts: sum(({ url }) => /\/Chart\.[^/]+\.js$/.test(url)),
    style: sum(({ type }) => type === 'stylesheet') + pack(styles.join('\n')),
    requests: loaded.filter(({ type }) => type !== 'image').length,
  };
}

/** What the browser has to have before it can paint a loaded page, and what its first screen shows, in bytes as brotli packs them. */
export async function weighFirstScreen(page: Page, loaded: Loaded[]) {
  const pack = (content: string | Buffer) => (content.length > 0 ? brotliCompressSync(content).length : 0);
  const sum = (all: Loaded[]) => all.reduce((total, { body }) => total + body.length, 0);
  const inSight = await page.locator('img').evaluateAll((photos) =>
    (photos as HTMLImageElement[])
      .filter((photo) => {
        const { top, bottom, left, right } = photo.getBoundingClientRect();
        return top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
      })
      .map(({ currentSrc }) => currentSrc),
  );
  const html = loaded.find(({ type }) => type === 'document')?.body.toString() ?? '';
  const style = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, sheet]) => sheet).join('');
  const fonts = sum(loaded.filter(({ type }) => type === 'font'));
  const scripts = loaded.filter(({ type }) => type === 'script').reduce((total, { body }) => total + pack(body), 0);
  const photos = loaded.filter(({ url }) => inSight.includes(url));
  return {
    // Its style and its script are weighed on their own.
    html: pack(html.replaceAll(/<(style|script)>[\s\S]*?<\/\1>/g, '')),
    style: pack(style),
    fonts,
    photos: photos.length,
    screen: pack(html) + fonts + scripts + sum(photos),
  };
}
