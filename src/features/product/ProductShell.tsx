import { useEffect, useState } from 'react';
import { ApiFailure, callApi } from '#browser/api.ts';
import { hydrateIsland } from '#browser/hydrate-island.ts';
import { productDrafts } from '#browser/product-drafts.ts';
import { Medallion } from '#components/Medallion.tsx';
import type { Product } from '#domain/products/contract.ts';
import { countedOf } from '#domain/variants/choice.ts';
import { isDraftProduct } from '#features/product-cards/catalog-item.ts';
import { categoryName, pageCategoryNames } from '#features/product-cards/category-names.ts';
import { OtherWays } from '#features/product-cards/OtherWays.tsx';
import { BackInStock } from './BackInStock.tsx';
import { ProductView } from './ProductView.tsx';

type State = { is: 'loading' } | { is: 'found'; product: Product } | { is: 'failed'; message: string; hint: string };

/** The page of a product that is newer than the last build. Loads it from the API. */
export function ProductShell() {
  const [state, setState] = useState<State>({ is: 'loading' });

  useEffect(() => {
    loadProduct(location.pathname.split('/').pop() ?? '').then(setState);
  }, []);

  useEffect(() => {
    if (state.is === 'loading') return;
    if (state.is === 'found') document.dispatchEvent(new Event('product:shown'));
    if (state.is === 'found' && !isDraftProduct(state.product)) showReviews();
    const title = state.is === 'found' ? state.product.name : state.message;
    document.title = document.title.replace(/^[^|]+(?= \|)/, () => title);
  }, [state]);

  if (state.is === 'loading') return <Loading />;
  if (state.is === 'failed') {
    return (
      <div className="pt-16 pb-24 text-center lg:pt-24">
        <div role="alert">
          <Medallion icon="gem" />
          <h1 className="mt-6 text-4xl">{state.message}</h1>
          <p className="mt-3 text-balance text-ink-soft">{state.hint}</p>
          <a href="/products" className="btn btn-primary mt-8">
            Browse Products
          </a>
        </div>
        <OtherWays />
      </div>
    );
  }
  return (
    <div className="pt-8">
      <ProductView
        product={state.product}
        url={location.href}
        category={categoryName(state.product.category, pageCategoryNames())}
      >
        <BackInStock productId={state.product.id} counted={countedOf(state.product)} />
      </ProductView>
    </div>
  );
}

async function loadProduct(id: string): Promise<State> {
  try {
    return { is: 'found', product: await callApi<Product>('GET', `/products/${encodeURIComponent(id)}`) };
  } catch (failure) {
    const mayExist = !(failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500);
    const draft = mayExist && productDrafts().find((product) => product.id === id);
    if (draft) return { is: 'found', product: draft };
    return mayExist
      ? {
          is: 'failed',
          message: 'Failed to load products',
          hint: 'We cannot reach the shop just now. Please try again in a moment.',
        }
      : { is: 'failed', message: 'Product not found', hint: 'It may have been sold for good. There is plenty more to look at.' };
  }
}

/** The reviews are a separate island below, which reads the product from the page. */
function showReviews(): void {
  const reviews = document.querySelector<HTMLElement>('#shell-reviews');
  if (reviews) reviews.hidden = false;
  hydrateIsland(document.querySelector('#reviews'));
}

function Loading() {
  return (
    <div role="status" className="grid gap-8 py-8 lg:grid-cols-2 lg:gap-14">
      <p className="text-sm text-ink-soft lg:col-span-2">Loading product…</p>
      <div className="skeleton aspect-square" />
      <div className="space-y-5 pt-4">
        <div className="skeleton h-4 w-1/4" />
        <div className="skeleton h-10 w-3/4" />
        <div className="skeleton h-6 w-1/3" />
        <div className="skeleton h-24 w-full" />
      </div>
    </div>
  );
}
