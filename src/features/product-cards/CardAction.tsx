import { type CatalogItem, itemForCart } from './catalog-item.ts';

interface Props {
  item: CatalogItem;
  className: string;
  /** Label of the button that leads to the product's page, where colour and size are chosen. */
  chooseLabel?: string | undefined;
}

/** The card's button. Products with colours or sizes link to their page. */
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
