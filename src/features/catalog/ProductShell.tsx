import { useEffect, useState } from 'react';
import { ApiFailure, callApi } from '#client/api.ts';
import type { Product } from '#shared/schemas/product.ts';
import type { Review } from '#shared/schemas/review.ts';
import { ProductReviews } from './ProductReviews.tsx';
import { ProductView } from './ProductView.tsx';
import { categoryLabel } from './product-words.ts';

type State = { is: 'loading' } | { is: 'found'; product: Product; reviews: Review[] } | { is: 'failed'; message: string };

/** The page of a product that is newer than the last build: the address names it, the API knows it. */
export function ProductShell() {
  const [state, setState] = useState<State>({ is: 'loading' });

  useEffect(() => {
    loadProduct(location.pathname.split('/').at(-1) ?? '').then(setState);
  }, []);

  useEffect(() => {
    if (state.is === 'loading') return;
    const title = state.is === 'found' ? state.product.name : state.message;
    document.title = document.title.replace(/^[^|]+(?= \|)/, title);
  }, [state]);

  if (state.is === 'loading') return <Loading />;
  if (state.is === 'failed') {
    return (
      <div role="alert" className="py-24 text-center">
        <h1 className="text-4xl">{state.message}</h1>
        <p className="mt-3 text-ink-soft">There is plenty more to look at.</p>
        <a href="/products" className="btn btn-primary mt-8">
          Browse Products
        </a>
      </div>
    );
  }
  return (
    <div className="pt-8">
      <ProductView product={state.product} category={categoryLabel(state.product.category)} />
      <div className="mt-14">
        <ProductReviews reviews={state.reviews} rating={state.product.rating} />
      </div>
    </div>
  );
}

async function loadProduct(id: string): Promise<State> {
  try {
    const product = await callApi<Product>('GET', `/products/${encodeURIComponent(id)}`);
    return { is: 'found', product, reviews: await loadReviews(id) };
  } catch (failure) {
    const unknown = failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500;
    return { is: 'failed', message: unknown ? 'Product not found' : 'Failed to load products' };
  }
}

/** A product can be sold without its reviews. */
async function loadReviews(id: string): Promise<Review[]> {
  try {
    return await callApi<Review[]>('GET', `/products/${encodeURIComponent(id)}/reviews`);
  } catch {
    return [];
  }
}

function Loading() {
  return (
    <div role="status" className="grid gap-8 py-8 lg:grid-cols-2 lg:gap-14">
      <span className="sr-only">Loading product</span>
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
