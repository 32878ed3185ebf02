import { gzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';

export interface Weight {
  script: number;
  /** The part of the script that draws charts. */
  charts: number;
  style: number;
  requests: number;
}

/** Script and style a page loads before anybody touches or scrolls it, in bytes as gzip -9 packs them. `shown` is there when it has all come. */
export async function weigh(page: Page, path: string, shown?: Locator): Promise<Weight> {
  const loads: Promise<{ type: string; bytes: number; isCharts?: boolean }>[] = [];
  page.on('response', (response) => {
    // A full browser draws a sign on its tab and calls that something else.
    const type = response.url().endsWith('/favicon.svg') ? 'image' : response.request().resourceType();
    const isCharts = /\/Chart\.[^/]+\.js$/.test(response.url());
    loads.push(
      response.body().then(
        (body) => ({ type, bytes: gzipSync(body, { level: 9 }).length, isCharts }),
        () => ({ type, bytes: 0 }),
      ),
    );
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await shown?.waitFor();
  const inline = await page.locator('script:not([src]):not([type="application/ld+json"])').allTextContents();
  const styles = await page.locator('style').allTextContents();
  const loaded = await Promise.all(loads);
  const sum = (wanted: string) => loaded.filter(({ type }) => type === wanted).reduce((total, { bytes }) => total + bytes, 0);
  return {
    script: sum('script') + (inline.length > 0 ? gzipSync(inline.join('\n'), { level: 9 }).length : 0),
    charts: loaded.filter(({ isCharts }) => isCharts).reduce((total, { bytes }) => total + bytes, 0),
    style: sum('stylesheet') + gzipSync(styles.join('\n'), { level: 9 }).length,
    requests: loaded.filter(({ type }) => type !== 'image').length,
  };
}
