/** A breadcrumb. */
export interface Step {
  name: string;
  href: string;
}

/** Page types of schema.org. */
export type PageType = 'WebPage' | 'AboutPage' | 'CollectionPage' | 'ContactPage' | 'ItemPage';

/** The head of a page: for search engines and link previews. */
export interface PageHead {
  title: string;
  description: string;
  keywords?: string[];
  /** Photo for link previews; the shop's picture by default. */
  image?: string | undefined;
  /** A picture made for link previews instead, of 1200 × 630 pixels. */
  picture?: { path: string; alt: string };
  type?: 'website' | 'product';
  noindex?: boolean;
  /** Path of the canonical page, if it is another one. */
  canonical?: string;
  /** `none` for personal pages, which carry no structured data. */
  pageType?: PageType | 'none';
  /** Breadcrumbs including both ends. By default the home page and this one. */
  steps?: Step[];
  /** Further schema.org objects. */
  jsonLd?: object[];
}

const MAX_DESCRIPTION = 160;

/** Shortens a description to the 160 characters that search results show. */
export function clipDescription(description: string): string {
  const text = description.replace(/\s+/g, ' ').trim();
  return text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION - 3)}…` : text;
}

/** JSON for a `<script>`: `<` is escaped, so that no text can close the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
