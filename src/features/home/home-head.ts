import { DELIVERY, SHOP } from '#built/settings.ts';
import { formatClaim } from '#domain/money.ts';
import type { PageHead } from '#features/seo/page-head.ts';

/** Title and structured data of the home page. */
export function homeHead(site: URL | undefined): PageHead & { jsonLd: object[] } {
  const url = new URL('/', site).href;
  return {
    title: `${SHOP.name} | ${SHOP.tagline}`,
    description:
      `Artificial jewellery for Pakistan: earrings, necklace sets, rings, bangles and bridal kundan. Cash on delivery, ` +
      `free over ${formatClaim(DELIVERY.freeFrom)}, ${SHOP.returnDays}-day returns.`,
    keywords: ['earrings', 'necklace sets', 'rings', 'bracelets', 'bridal jewellery', 'kundan'],
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'Organization',
        name: SHOP.legalName,
        url,
        logo: new URL('/icon-512.png', site).href,
        email: SHOP.email,
        telephone: SHOP.phone,
        foundingDate: String(SHOP.founded),
        ...(SHOP.address && { address: SHOP.address.replace(/\s*\n\s*/g, ', ') }),
        sameAs: [SHOP.instagram, SHOP.facebook].filter(Boolean),
      },
      {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: SHOP.name,
        url,
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${url}products?search={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  };
}
