import { DELIVERY, SHOP } from '#built/settings.ts';
import { RETURNS } from '#built/texts.ts';
import { photoUrl } from '#components/photo.ts';
import { deliveryCharge } from '#domain/cart/delivery-charge.ts';
import { ANYWHERE } from '#domain/places/delivery-days.ts';
import type { Product } from '#domain/products/contract.ts';
import type { Review } from '#domain/reviews/contract.ts';
import type { PageHead, Step } from '#features/seo/page-head.ts';
import { formatLength } from './measures.ts';

/** Reviews in the structured data of a product. */
const MAX_REVIEWS = 3;

/** Title, description and structured data of a product's page. Takes the name of its category. */
export function productHead(product: Product, reviews: Review[], steps: Step[], category: string, site: URL): PageHead {
  return {
    title: product.name,
    description: product.description || `${product.name} at ${SHOP.name}.`,
    keywords: [product.name, category, product.material, ...product.colors].filter(Boolean),
    image: product.images[0],
    type: 'product',
    pageType: 'ItemPage',
    steps,
    jsonLd: [productJsonLd(product, reviews, category, site)],
  };
}

function productJsonLd(product: Product, reviews: Review[], category: string, site: URL): object {
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
    category,
    brand: { '@type': 'Brand', name: SHOP.name },
    ...(product.material && { material: product.material }),
    ...measured('height', product.lengthMm, 'MMT'),
    ...measured('width', product.widthMm, 'MMT'),
    ...measured('weight', product.weightGrams, 'GRM'),
    ...propertiesOf(product),
    ...(product.colors.length > 0 && { color: product.colors.join(', ') }),
    offers: {
      '@type': 'Offer',
      url,
      price: product.price,
      priceCurrency: SHOP.currency,
      priceValidUntil: endOfNextYear(),
      availability: `https://schema.org/${product.inStock ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      shippingDetails: shippingJsonLd(product.price),
      hasMerchantReturnPolicy: {
        '@type': 'MerchantReturnPolicy',
        applicableCountry: 'PK',
        ...(product.noReturns
          ? { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' }
          : {
              returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
              merchantReturnDays: SHOP.returnDays,
              returnMethod: 'https://schema.org/ReturnByMail',
              returnFees: `https://schema.org/${RETURNS.shopPays.includes('return') ? 'FreeReturn' : 'ReturnFeesCustomerResponsibility'}`,
            }),
      },
    },
    ...(product.reviewCount > 0 && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: product.rating, reviewCount: product.reviewCount },
      review: reviews.slice(0, MAX_REVIEWS).map(({ userName, rating, comment, createdAt }) => ({
        '@type': 'Review',
        author: { '@type': 'Person', name: userName },
        reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5 },
        reviewBody: comment,
        datePublished: createdAt.slice(0, 10),
      })),
    }),
  };
}

/** A measure with its unit (UN/CEFACT); nothing without one. */
function measured(name: string, value: number | null, unitCode: string): object {
  return value === null ? {} : { [name]: { '@type': 'QuantitativeValue', value, unitCode } };
}

/** Facts for which schema.org has no name of its own. */
function propertiesOf({ chainMm, plating, stones }: Product): object {
  const facts = [
    ['Chain', chainMm === null ? '' : formatLength(chainMm)],
    ['Plating', plating],
    ['Stones', stones],
  ].filter(([, value]) => value);
  if (facts.length === 0) return {};
  return { additionalProperty: facts.map(([name, value]) => ({ '@type': 'PropertyValue', name, value })) };
}

/** Delivery charge and time of this product alone. Parcels leave within a working day. */
function shippingJsonLd(price: number): object {
  const days = (least: number, most: number) => ({
    '@type': 'QuantitativeValue',
    minValue: least,
    maxValue: most,
    unitCode: 'DAY',
  });
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: deliveryCharge(price, DELIVERY), currency: SHOP.currency },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'PK' },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: days(0, 1),
      transitTime: days(ANYWHERE.from - 1, ANYWHERE.to - 1),
    },
  };
}

/** Prices hold until changed, and then the page is rebuilt. A fixed day keeps unchanged pages byte-identical between builds. */
function endOfNextYear(): string {
  return `${new Date().getUTCFullYear() + 1}-12-31`;
}
