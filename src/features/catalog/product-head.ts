import type { PageHead } from '#components/site/page-head.ts';
import { photoUrl } from '#components/site/photo.ts';
import type { Product } from '#shared/schemas/product.ts';
import type { Review } from '#shared/schemas/review.ts';
import { SHOP } from '#shared/shop.ts';

interface Step {
  name: string;
  href: string;
}

/** Reviews that search engines are shown of a product. */
const REVIEWS_TOLD = 5;

/** Title, description and structured data of a product's page. */
export function productHead(product: Product, reviews: Review[], steps: Step[], site: URL): PageHead {
  return {
    title: product.name,
    description: product.description || `${product.name} at ${SHOP.name}.`,
    keywords: [product.name, product.category, product.material, ...product.colors].filter(Boolean),
    image: product.images[0],
    type: 'product',
    jsonLd: [productJsonLd(product, reviews, site), breadcrumbJsonLd(steps, site)],
  };
}

/** The way to a page, for search results. */
export function breadcrumbJsonLd(steps: Step[], site: URL): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, href }, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name,
      item: new URL(href, site).href,
    })),
  };
}

function productJsonLd(product: Product, reviews: Review[], site: URL): object {
  const url = new URL(`/product/${product.id}`, site).href;
  const images = product.images.map((image) => new URL(photoUrl(image, { width: 1200, height: 1200, format: 'jpg' }), site).href);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    sku: product.id,
    url,
    image: images,
    description: product.description,
    category: product.category,
    brand: { '@type': 'Brand', name: SHOP.name },
    ...(product.material && { material: product.material }),
    ...(product.colors.length > 0 && { color: product.colors.join(', ') }),
    offers: {
      '@type': 'Offer',
      url,
      price: product.price,
      priceCurrency: SHOP.currency,
      availability: `https://schema.org/${product.inStock ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
    },
    ...(product.reviewCount > 0 && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: product.rating, reviewCount: product.reviewCount },
      review: reviews.slice(0, REVIEWS_TOLD).map(({ userName, rating, comment, createdAt }) => ({
        '@type': 'Review',
        author: { '@type': 'Person', name: userName },
        reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5 },
        reviewBody: comment,
        datePublished: createdAt.slice(0, 10),
      })),
    }),
  };
}
