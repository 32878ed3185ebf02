/** A page on the way to another. */
export interface Step {
  name: string;
  href: string;
}

/** What kind of page it is, in the words of schema.org. */
export type PageType = 'WebPage' | 'AboutPage' | 'CollectionPage' | 'ContactPage' | 'ItemPage';

/** What a page tells search engines and whoever shares a link to it. */
export interface PageHead {
  title: string;
  description: string;
  keywords?: string[];
  /** Path or address of a photo for shared links; the shop's own picture otherwise. */
  image?: string | undefined;
  type?: 'website' | 'product';
  noindex?: boolean;
  /** Path of the page that search engines should list instead of this one. */
  canonical?: string;
  /** `none` for pages about one shopper: they tell search engines nothing of themselves. */
  pageType?: PageType | 'none';
  /** The way from the home page to this one, both included; those two unless told. */
  steps?: Step[];
  /** schema.org objects besides the page itself and the way to it. */
  jsonLd?: object[];
}

const MAX_DESCRIPTION = 160;

/** A description that search results show whole: 160 characters, or the first 157 and an ellipsis. */
export function clipDescription(description: string): string {
  const text = description.replace(/\s+/g, ' ').trim();
  return text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION - 3)}…` : text;
}

/** JSON for a `<script>`: nothing in it, whoever wrote it, can end the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
