import { createHash } from 'node:crypto';
import { HtmlValidate } from 'html-validate';
import { builtPages } from '#tests/setup/built-site.ts';
import { expect, test } from '#tests/setup/shop-test.ts';

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

/** Products whose pages are read; the others are made of the same. */
const PRODUCTS = 3;

test('every page is valid HTML: styles in the head, forms with a target, distinct landmarks', async () => {
  test.setTimeout(180_000);
  const all = await builtPages();
  const products = all.filter(({ name }) => name.startsWith('product/'));
  const pages = all.filter((page) => !products.slice(PRODUCTS).includes(page));
  expect(pages.length).toBeGreaterThan(20);
  const complaints = new Set<string>();
  for (const { name, text } of pages) {
    const { results } = await RULES.validateString(text, name);
    for (const { ruleId, message, selector } of results.flatMap(({ messages }) => messages)) {
      complaints.add(`${name.replace(/[0-9a-f]{24}/, '{id}')} ${ruleId}: ${message} (${selector})`);
    }
  }
  expect([...complaints]).toEqual([]);
});

test('every page has its styles in it', async () => {
  const pages = await builtPages();
  expect(pages.filter(({ text }) => !text.includes('<style>')).map(({ name }) => name)).toEqual([]);
});

test('every class in a page has a rule in the styles of that page', async () => {
  const missing = new Set<string>();
  for (const { name, text } of await builtPages()) {
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

test('the security policy in every page agrees with the one in the response header', async ({ request }) => {
  for (const path of ['/', '/products', '/admin', '/checkout', '/favicon.svg', '/catalog.json', '/category/rings']) {
    const policy = directivesOf((await request.get(path)).headers()['content-security-policy'] ?? '');
    expect(policy['default-src'], path).toBe("'self'");
    expect(policy['frame-ancestors'], path).toBe("'none'");
    expect(policy['script-src'], path).not.toContain('unsafe');
  }
  // The header stands for all pages; each page allows only the scripts and styles that stand in it.
  const { 'frame-ancestors': _, ...header } = directivesOf((await request.get('/')).headers()['content-security-policy'] ?? '');
  for (const { name, text } of await builtPages()) {
    const page = directivesOf(/<meta http-equiv="content-security-policy" content="([^"]+)"/.exec(text)?.[1] ?? '');
    expect(Object.keys(page), name).toEqual(Object.keys(header));
    for (const [directive, sources] of Object.entries(page)) {
      if (!/^(script|style)-src$/.test(directive)) expect(sources, `${name} ${directive}`).toBe(header[directive]);
      expect(header[directive]?.split(' '), `${name} ${directive}`).toEqual(expect.arrayContaining(sources.split(' ')));
      expect(sources, name).not.toContain('unsafe');
      for (const hash of sources.match(/sha256-[^']+/g) ?? []) expect(inlineHashes(text), `${name} ${directive}`).toContain(hash);
    }
  }
});

function inlineHashes(page: string): string[] {
  const inline = [...page.matchAll(/<(script|style)[^>]*>([\s\S]*?)<\/\1>/g)];
  return inline.map(([, , code = '']) => `sha256-${createHash('sha256').update(code).digest('base64')}`);
}

function directivesOf(policy: string): Record<string, string> {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  return Object.fromEntries(directives.filter(([name]) => name).map(([name, ...sources]) => [name, sources.join(' ')]));
}
