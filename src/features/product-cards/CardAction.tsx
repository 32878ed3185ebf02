import { type CatalogItem, itemForCart } from './catalog-item.ts';

interface Props {
  item: CatalogItem;
  className: string;
  /** What the button of a product with choices says; its own page is where they are made. */
  chooseLabel?: string | undefined;
}

/** The card's button. What comes in colours or sizes is chosen on its own page. */
export function CardAction({ item, className, chooseLabel = 'Select Options' }: Props) {
  const look = `btn btn-outline relative z-10 px-2 ${className}`;
  if (item.stockQuantity <= 0) {
    return (
      <button type="button" disabled className={look}>
        Out of Stock
      </button>
    );
  }
  if (itemForCart(item).hasChoices) {
    return (
      <a href={`/product/${item.id}`} aria-label={`${chooseLabel}: ${item.name}`} className={look}>
        {chooseLabel}
      </a>
    );
  }
  return (
    <button type="button" data-action="add-to-cart" aria-label={`Add to Cart: ${item.name}`} className={look}>
      Add to Cart
    </button>
  );
}
