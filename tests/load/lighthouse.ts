/**
 * The shop's pages as Lighthouse sees them on a phone, beside an empty page of the same host in the same run: figures of different machines, or of
 * one machine on different days, cannot be compared. Over HTTP/2, as a CDN serves them. Also by itself: `node tests/load/lighthouse.ts`, with the address of a shop that runs already
 * to compare two shops.
 */
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findChromium } from '#tests/setup/browsers/chromium.ts';
import { npmTool } from '#tests/setup/stack/npm-tool.ts';
import { openCdnFront } from './cdn-front.ts';
import { productWithPhoto } from './product-with-photo.ts';
import { withRunningShop } from './running-shop.ts';

const run = promisify(execFile);

/** The middle of so many runs counts. Pages take turns, so that a slow minute of the machine falls on all of them. */
const RUNS = 3;

const EMPTY = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="description" content="Nothing">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Empty</title></head><body><main><p>Empty</p></main></body></html>`;

/** How much later than the empty page's the largest picture may be there. */
const MAX_LCP: Record<string, number> = { home: 1.25, listing: 1.25, category: 1.25, product: 1.5 };
const MAX_ADDED_TBT_MS = 50;

interface Figures {
  /** Milliseconds. */
  lcp: number;
  fcp: number;
  tbt: number;
  cls: number;
  /** Performance, accessibility, best practices, SEO: 0 to 100. */
  scores: number[];
}

/** A row per page. `folder` is where the shop's pages lie, for the empty one. */
async function measurePages(lighthouse: string, url: string, folder?: string) {
  const paths: Record<string, string> = {
    ...(folder ? { empty: '/empty' } : {}),
    home: '/',
    listing: '/products',
    category: '/category/rings',
    product: `/product/${await productWithPhoto(url, 'rose-gold-halo-ring')}`,
  };
  const found: Record<string, Figures[]> = {};
  const front = await openCdnFront(url);
  const empty = folder && join(folder, 'empty.html');
  if (empty) await writeFile(empty, EMPTY);
  try {
    // Once without counting: the host has then drawn the photos in their sizes, as a CDN has.
    for (let turn = 0; turn <= RUNS; turn++)
      for (const [name, path] of Object.entries(paths)) {
        const figures = await look(lighthouse, (front?.url ?? url) + path);
        if (turn > 0) found[name] = [...(found[name] ?? []), figures];
      }
  } finally {
    front?.close();
    if (empty) await rm(empty);
  }
  return rowsOf(found);
}

async function look(lighthouse: string, address: string): Promise<Figures> {
  const { stdout } = await run(
    lighthouse,
    [
      address,
      '--output=json',
      '--quiet',
      '--chrome-flags=--headless --no-sandbox --ignore-certificate-errors',
      '--only-categories=performance,accessibility,best-practices,seo',
    ],
    { maxBuffer: 2 ** 26, env: { ...process.env, CHROME_PATH: findChromium() } },
  );
  const { audits, categories } = JSON.parse(stdout);
  const value = (audit: string): number => audits[audit].numericValue;
  return {
    lcp: value('largest-contentful-paint'),
    fcp: value('first-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    scores: Object.values<{ score: number }>(categories).map(({ score }) => Math.round(score * 100)),
  };
}

function rowsOf(found: Record<string, Figures[]>) {
  const middle = (name: string, value: (figures: Figures) => number) =>
    (found[name] ?? []).map(value).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN;
  const empty = { lcp: middle('empty', ({ lcp }) => lcp), tbt: middle('empty', ({ tbt }) => tbt) };
  return Object.keys(found).map((page) => {
    const [lcp, fcp, tbt, cls] = (['lcp', 'fcp', 'tbt', 'cls'] as const).map((key) => middle(page, (figures) => figures[key]));
    const scores = [0, 1, 2, 3].map((place) => middle(page, (figures) => figures.scores[place] ?? 0));
    const times = (lcp ?? 0) / empty.lcp;
    const limit = MAX_LCP[page];
    const isWithin =
      limit && times <= limit && (tbt ?? 0) <= empty.tbt + MAX_ADDED_TBT_MS && scores.every((score) => score === 100);
    return {
      page,
      'LCP ms': Math.round(lcp ?? 0),
      '× empty': Number(times.toFixed(2)),
      budget: limit ? `≤ ${limit} ×` : '',
      'FCP ms': Math.round(fcp ?? 0),
      'TBT ms': Math.round(tbt ?? 0),
      CLS: Number((cls ?? 0).toFixed(4)),
      scores: scores.join(' '),
      within: limit ? (isWithin ? 'yes' : 'NO') : '',
    };
  });
}

/** Measures the pages of a shop of its own, or of one that runs already. Empty where Lighthouse cannot be had. */
export async function measureLighthouse(url?: string, folder?: string) {
  // Before the shop starts: the download blocks this process, which would miss that the server closes its idle connections.
  const lighthouse = npmTool('lighthouse@13.5.0', 'lighthouse');
  if (!lighthouse) return [];
  if (url) return measurePages(lighthouse, url, folder);
  return withRunningShop((shop) => measurePages(lighthouse, shop.url, shop.pages));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await measureLighthouse(...process.argv.slice(2)));
