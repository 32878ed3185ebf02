import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import sharp from 'sharp';
import { describe, expect, inject, test } from 'vitest';
import { browserFloor } from '#build/older-browsers.ts';
import { ROOT } from '#local/settings.ts';
import { newerFeatures } from '#tests/setup/browsers/newer-features.ts';
import { newerStyles } from '#tests/setup/browsers/newer-styles.ts';
import { textsIn } from '#tests/setup/stack/built-site.ts';

const { config, environment } = inject('netlify');
const DIST = join(ROOT, 'dist');
const ORIGIN = environment['URL'];

const pages = await textsIn(DIST, '.html');
/** All but most products, whose pages are made of the same. */
const some = pages.filter(({ name }, place) => !name.startsWith('product/') || place % 20 === 0);
const products = pages.filter(({ name }) => name.startsWith('product/'));

/** What stands in the pages themselves, each text once. */
const within = (tags: RegExp) => [
  ...new Set(pages.flatMap(({ text }) => [...text.matchAll(tags)].map(([, inner = '']) => inner))),
];

/** What HTML itself demands, and what people with screen readers need of it. How tags are spelled is the renderers' business. */
const RULES = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    'no-dup-id': 'error',
    'form-dup-name': 'error',
    'wcag/h32': 'error',
    // React's own ids begin with an underscore.
    'valid-id': ['error', { relaxed: true }],
    // Only with it Firefox forgets on a reload that the banner was paused.
    'valid-autocomplete': 'off',
    'input-attributes': 'off',
  },
});

test('every page is valid HTML: styles in the head, forms with a target, distinct landmarks', async () => {
  expect(some.length).toBeGreaterThan(20);
  const complaints = new Set<string>();
  for (const { name, text } of some) {
    const { results } = await RULES.validateString(text, name);
    for (const { ruleId, message, selector } of results.flatMap(({ messages }) => messages))
      complaints.add(`${name.replace(/[0-9a-f]{24}/, '{id}')} ${ruleId}: ${message} (${selector})`);
  }
  expect([...complaints]).toEqual([]);
});

test('every class in a page has a rule in the styles of that page', () => {
  const missing = new Set<string>();
  for (const { name, text } of pages) {
    const styles = [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, style]) => style).join('');
    const ruled = new Set([...styles.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, escaped = '']) => escaped.replace(/\\(.)/g, '$1')));
    const used = [...text.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = '']) =>
      list.replaceAll('&amp;', '&').replaceAll('&gt;', '>').split(/\s+/),
    );
    // What only names an element for the rules of others.
    const own = used.filter((found) => found && !ruled.has(found) && !/^group\b/.test(found));
    for (const found of own) missing.add(`${found} in ${name.replace(/[0-9a-f]{24}/, '{id}')}`);
  }
  expect([...missing]).toEqual([]);
});

test('the security policy in every page agrees with the one in the response header, and neither allows what is unsafe', () => {
  const sent = config.headers.flatMap(({ for: path, values }) => ({ path, policy: values['Content-Security-Policy'] ?? '' }));
  const [ofPages, ...others] = sent.filter(({ policy }) => policy);
  expect(ofPages?.path).toBe('/*');
  const { 'frame-ancestors': ancestors, ...header } = directivesOf(ofPages?.policy ?? '');
  expect([ancestors, header['default-src']]).toEqual(["'none'", "'self'"]);
  expect(ofPages?.policy).not.toContain('unsafe');
  // The header stands for all pages; each page allows only the scripts and styles that stand in it.
  for (const { name, text } of pages) {
    const page = directivesOf(/<meta http-equiv="content-security-policy" content="([^"]+)"/.exec(text)?.[1] ?? '');
    expect(Object.keys(page), name).toEqual(Object.keys(header));
    for (const [directive, sources] of Object.entries(page)) {
      if (!/^(script|style)-src$/.test(directive)) expect(sources, `${name} ${directive}`).toBe(header[directive]);
      expect(header[directive]?.split(' '), `${name} ${directive}`).toEqual(expect.arrayContaining(sources.split(' ')));
      expect(sources, name).not.toContain('unsafe');
      for (const hash of sources.match(/sha256-[^']+/g) ?? []) expect(inlineHashes(text), `${name} ${directive}`).toContain(hash);
    }
  }
  // The one script that runs WebAssembly is a worker of the back office, which browsers hold to its own policy; it runs no text as script.
  expect(others).toEqual([
    {
      path: expect.stringMatching(/^\/_astro\/code-reader-[\w-]+\.js$/),
      policy: "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'",
    },
  ]);
});

/** The links of a part of a page, by their texts or labels. */
function linksIn(html: string): Map<string, string> {
  const links = [...html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)].map(([, attributes = '', inner = '']) => {
    const text = /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? inner.replace(/<[^>]+>/g, ' ');
    return [plain(text), plain(/href="([^"]*)"/.exec(attributes)?.[1])] as const;
  });
  return new Map(links);
}

const plain = (text = '') =>
  text
    .replace(/&amp;|&#38;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
const textOf = (name: string) => pages.find((page) => page.name === name)?.text ?? '';
const part = (html: string, start: RegExp, end: string) => html.slice(html.search(start), html.indexOf(end, html.search(start)));

test('no page of a shop of its own says what nobody knows of it', () => {
  const said = pages.flatMap(({ name, text }) => {
    const words = plain(text.replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]+>/g, ' '));
    return [/24\/7/, /certified/i, /upto \d+/i, /500\+|10k\+/i, /secure payment/i, /gift boxes/i].flatMap((claim) =>
      claim.test(words) ? [`${name}: ${claim}`] : [],
    );
  });
  expect(said).toEqual([]);
});

test('header, menu and footer show the shop’s promises and link every page, and each of their links leads to one', () => {
  const about = textOf('about.html');
  const footer = part(about, /<footer/, '</footer>');
  const links = linksIn(about);
  for (const claim of ['Free shipping over Rs 2,999', 'Cash on delivery', '30-day returns'])
    expect(plain(footer.replace(/<[^>]+>/g, ' '))).toContain(claim);
  expect(about).toContain('Free Delivery Above PKR 2999');
  expect(Object.fromEntries(linksIn(footer))).toMatchObject({
    'Shop All': '/products',
    'Track Your Order': '/track',
    Favorites: '/favorites',
    'Your Profile': '/profile',
    'Sign In': '/login',
    'About Us': '/about',
    Contact: '/contact',
    Earrings: '/category/earrings',
    'Shipping & Returns': '/shipping',
    Privacy: '/privacy',
    Terms: '/terms',
  });
  expect(Object.fromEntries(links)).toMatchObject({
    'Best Selling': '/products?filter=bestseller',
    'New Arrival NEW': '/products?filter=new',
    'All Categories': '/categories',
    'Jewelry Sets': '/category/sets',
    'Your profile': '/profile',
    Admin: '/admin',
  });
  for (const [name, address] of [
    ['WhatsApp', /^https:\/\/wa\.me\/\d+/],
    ['Phone', /^tel:\+92/],
    ['E-mail', /^mailto:/],
  ] as const)
    expect([...linksIn(footer)].find(([text]) => text.startsWith(name))?.[1]).toMatch(address);
  const names = pages.map(({ name }) => `/${name.replace(/(^index)?\.html$/, '')}`);
  for (const address of links.values()) if (address.startsWith('/')) expect(names).toContain(address.replace(/[?#].*/, ''));
});

test('the home page links categories and collections, and shows at most twelve featured products', () => {
  const home = textOf('index.html');
  const addressesIn = (label: string) => [
    ...linksIn(part(home, new RegExp(`<(nav|section)[^>]*aria-label="${label}"`), '</ul>')).values(),
  ];
  expect(addressesIn('Shop by kind')).toEqual(
    ['earrings', 'pendant', 'rings', 'bracelets', 'bridal', 'cosmetics', 'watches'].map((slug) => `/category/${slug}`),
  );
  expect(addressesIn('collections')).toEqual([
    '/products?filter=bridal',
    '/category/rings',
    '/category/pendant',
    '/category/earrings',
  ]);
  const categories = addressesIn('categories');
  expect(categories.length).toBeGreaterThan(5);
  for (const address of categories) expect(address).toMatch(/^\/category\/[a-z-]+$/);
  const shown = new Set(
    [...part(home, /<section[^>]*aria-label="Featured Products"/, '</section>').matchAll(/href="\/product\/(\w+)"/g)].map(
      ([, id]) => id,
    ),
  );
  expect(shown.size).toBeGreaterThan(0);
  expect(shown.size).toBeLessThanOrEqual(12);
});

test('pages that need JavaScript say so to a browser without', () => {
  for (const [name, says] of [
    ['checkout', 'The checkout needs JavaScript'],
    ['favorites', 'Favorites are saved in this browser by JavaScript'],
    ['login', 'Signing in needs JavaScript.'],
    ['forgot-password', 'Setting a new password needs JavaScript.'],
    ['reset-password', 'Setting a new password needs JavaScript.'],
    ['confirm-address', 'Confirming an address needs JavaScript.'],
  ])
    expect(
      [...textOf(`${name}.html`).matchAll(/<noscript>([\s\S]*?)<\/noscript>/g)].map(([, inner]) => inner).join(' '),
      name,
    ).toContain(says);
});

test('the shop can be installed: name, icons also in a safe shape, start page and scope', async () => {
  const manifest = JSON.parse(await readFile(join(DIST, 'site.webmanifest'), 'utf8'));
  expect(manifest).toMatchObject({
    name: 'Naqsh Jewellery',
    short_name: 'Naqsh',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
  });
  for (const { src, sizes, purpose } of manifest.icons) {
    const { width, height } = await sharp(join(DIST, src)).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
    expect(['any', 'maskable'], src).toContain(purpose);
  }
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  for (const icon of ['favicon.svg', 'favicon.png', 'apple-touch-icon.png'])
    expect((await sharp(join(DIST, icon)).metadata()).width, icon).toBeGreaterThan(0);
});

/** What the oldest browsers lack and may be called all the same. */
const PROVIDED: RegExp[] = [
  // `src/browser/early.ts` brings it to every page.
  /^Object\.hasOwn /,
  // `src/browser/older-dialogs.js` brings it where it is missing.
  /\.showModal /,
  // A function of Base UI's own.
  /^context\.requestSubmit /,
];

describe('the oldest supported browsers', () => {
  test('have every feature that the scripts use', async () => {
    const files = await textsIn(join(DIST, '_astro'), '.js');
    expect(files.length).toBeGreaterThan(1);
    const inline = within(/<script(?: type="module")?>([\s\S]*?)<\/script>/g).map((text) => ({ name: 'inline', text }));
    const found = [...files, ...inline].flatMap(({ name, text }) =>
      newerFeatures(text, browserFloor())
        .filter((feature) => !PROVIDED.some((known) => known.test(feature)))
        .map((feature) => `${name}: ${feature}`),
    );
    expect(found).toEqual([]);
  });

  test('read the styles without layers, newer colours or individual transforms', () => {
    const sheets = within(/<style>([\s\S]*?)<\/style>/g);
    expect(sheets.length).toBeGreaterThan(4);
    for (const sheet of sheets) expect(newerStyles(sheet), sheet.slice(0, 100)).toEqual([]);
  });
});

describe('search engines', () => {
  const meta = (html: string, name: string) =>
    plain(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]);
  const thingsOf = (html: string) => {
    const texts = [...html.matchAll(/<script type="application\/ld\+json">([^<]*)</g)].map(([, text = '']) => JSON.parse(text));
    return new Map<string, any>(texts.map((thing) => [thing['@type'], thing]));
  };
  const NECKLACE = products.find(({ text }) => text.includes('<h1') && /<title>Emerald Drop Earrings/.test(text));

  test.each([
    ['/', 'WebPage', ['Home']],
    ['/products', 'CollectionPage', ['Home', 'Our Products']],
    ['/categories', 'CollectionPage', ['Home', 'All Categories']],
    ['/category/rings', 'CollectionPage', ['Home', 'Categories', 'Rings']],
    ['/about', 'AboutPage', ['Home', 'About Us']],
    ['/contact', 'ContactPage', ['Home', 'Contact']],
    ['/privacy', 'WebPage', ['Home', 'Privacy']],
    ['/terms', 'WebPage', ['Home', 'Terms']],
    ['/shipping', 'WebPage', ['Home', 'Shipping & Returns']],
    // Kept away from what is one shopper's.
    ...['/login', '/forgot-password', '/reset-password', '/confirm-address', '/favorites', '/profile', '/checkout'].map(
      (path) => [path, undefined, []] as [string, undefined, string[]],
    ),
  ])('%s says what it is, and the way to it', (path, type, way) => {
    const html = textOf(path === '/' ? 'index.html' : `${path.slice(1)}.html`);
    const title = plain(/<title>([^<]*)/.exec(html)?.[1]);
    const description = meta(html, 'description');
    expect(title).toMatch(/Naqsh/);
    expect(description).toMatch(/^.{21,160}$/);
    expect(meta(html, 'keywords')).toContain('artificial jewellery');
    expect(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]).toBe(ORIGIN + path);
    expect(meta(html, 'og:url')).toBe(ORIGIN + path);
    for (const site of ['og', 'twitter'])
      expect([meta(html, `${site}:title`), meta(html, `${site}:description`)]).toEqual([title, description]);
    expect(meta(html, 'twitter:card')).toBe('summary_large_image');
    expect(new URL(meta(html, 'og:image')).origin).toBe(ORIGIN);
    expect(html.includes('name="robots"')).toBe(!type);
    const things = thingsOf(html);
    if (!type) return expect(things.size).toBe(0);
    expect(things.get(type)).toMatchObject({ url: ORIGIN + path, description, isPartOf: { name: 'Naqsh' } });
    const steps = things.get('BreadcrumbList').itemListElement;
    expect(steps.map(({ name }: { name: string }) => name)).toEqual(way);
    expect(steps.at(-1).item).toBe(ORIGIN + path);
  });

  test('find unique titles and descriptions', () => {
    const found = pages.filter(({ text }) => !text.includes('name="robots"'));
    const titles = found.map(({ text }) => /<title>([^<]*)/.exec(text)?.[1]);
    expect(titles.toSorted()).toEqual([...new Set(titles)].toSorted());
    const described = found.filter((page) => !products.includes(page)).map(({ text }) => meta(text, 'description'));
    expect(new Set(described).size).toBe(described.length);
  });

  test('and shared links get a picture of 1200 by 630: a product one drawn for it, a category its photo in that shape', async () => {
    expect(meta(textOf('about.html'), 'og:image')).toBe(`${ORIGIN}/social.jpg`);
    expect(await sharp(join(DIST, 'social.jpg')).metadata()).toMatchObject({ width: 1200, height: 630 });
    expect(meta(textOf('category/rings.html'), 'og:image')).toMatch(/images\?url=[^&]+&w=1200&h=630&fit=cover/);
    const product = NECKLACE?.text ?? '';
    expect(meta(product, 'og:image')).toMatch(/\/share\/[0-9a-f]{24}\/[\w-]{10}\.jpg$/);
    expect(meta(product, 'twitter:image')).toBe(meta(product, 'og:image'));
    expect(['width', 'height'].map((side) => meta(product, `og:image:${side}`))).toEqual(['1200', '630']);
    expect(meta(product, 'og:image:alt')).toMatch(/, Rs\.\s[\d,]+$/);
  });

  test('read data of the shop, its search, a product, lists and questions', () => {
    const home = thingsOf(textOf('index.html'));
    expect(home.get('Organization')).toMatchObject({ name: 'Naqsh Jewellery', url: `${ORIGIN}/`, foundingDate: '2019' });
    expect(home.get('WebSite').potentialAction).toMatchObject({
      '@type': 'SearchAction',
      target: { urlTemplate: `${ORIGIN}/products?search={search_term_string}` },
    });
    const product = thingsOf(NECKLACE?.text ?? '');
    expect(product.get('Product')).toMatchObject({
      name: 'Emerald Drop Earrings',
      url: `${ORIGIN}/${NECKLACE?.name.replace('.html', '')}`,
      offers: {
        '@type': 'Offer',
        priceCurrency: 'PKR',
        price: expect.any(Number),
        availability: expect.stringMatching(/InStock|OutOfStock/),
        priceValidUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        shippingDetails: { shippingRate: { currency: 'PKR' }, shippingDestination: { addressCountry: 'PK' } },
        // Earrings are not taken back.
        hasMerchantReturnPolicy: {
          returnPolicyCategory: expect.stringContaining('MerchantReturnNotPermitted'),
          applicableCountry: 'PK',
        },
      },
    });
    const steps = product.get('BreadcrumbList').itemListElement.map(({ name }: { name: string }) => name);
    expect(steps).toEqual(['Home', 'Earrings', 'Emerald Drop Earrings']);
    expect(meta(NECKLACE?.text ?? '', 'og:type')).toBe('product');
    for (const [page, name] of [
      ['products', 'Our Products'],
      ['categories', 'All Categories'],
      ['category/rings', 'Rings Products'],
    ]) {
      const list = thingsOf(textOf(`${page}.html`)).get('ItemList');
      expect(list).toMatchObject({ name, itemListElement: expect.arrayContaining([expect.objectContaining({ position: 1 })]) });
      expect(list.numberOfItems).toBeGreaterThanOrEqual(list.itemListElement.length);
      for (const { url } of list.itemListElement) expect(url).toContain(`${ORIGIN}/`);
    }
    const contact = textOf('contact.html');
    const questions = thingsOf(contact).get('FAQPage').mainEntity;
    expect(questions.length).toBeGreaterThan(3);
    for (const { name, acceptedAnswer } of questions) {
      expect(contact).toContain(name.replaceAll('&', '&amp;'));
      expect(acceptedAnswer.text.length).toBeGreaterThan(10);
    }
  });

  test('are told by the sitemap of the pages that they may show, and of no others', async () => {
    const robots = await readFile(join(DIST, 'robots.txt'), 'utf8');
    expect(robots).toContain('Disallow: /admin');
    expect(robots).toContain(`Sitemap: ${ORIGIN}/sitemap-index.xml`);
    expect(await readFile(join(DIST, 'sitemap-index.xml'), 'utf8')).toContain(`<loc>${ORIGIN}/sitemap-0.xml</loc>`);
    const listed = await readFile(join(DIST, 'sitemap-0.xml'), 'utf8');
    const paths = [...listed.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, page = '']) => new URL(page).pathname);
    const open = pages.filter(({ name, text }) => !text.includes('name="robots"') && !/-shell|^admin|^offline/.test(name));
    expect(paths.toSorted()).toEqual(open.map(({ name }) => `/${name.replace(/(^index)?\.html$/, '')}`).toSorted());
    expect(listed).toMatch(/\/product\/[0-9a-f]{24}<\/loc><lastmod>[^<]+<\/lastmod>/);
  });
});

function inlineHashes(page: string): string[] {
  const inline = [...page.matchAll(/<(script|style)[^>]*>([\s\S]*?)<\/\1>/g)];
  return inline.map(([, , code = '']) => `sha256-${createHash('sha256').update(code).digest('base64')}`);
}

function directivesOf(policy: string): Record<string, string> {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  return Object.fromEntries(directives.filter(([name]) => name).map(([name, ...sources]) => [name, sources.join(' ')]));
}
