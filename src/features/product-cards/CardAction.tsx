import { onlyChoice } from '#domain/variants/choice.ts';
import type { CatalogItem } from './catalog-item.ts';

interface Props {
  item: CatalogItem;
  className: string;
  /** Label of the button where colour or size have to be chosen first. */
  chooseLabel?: string | undefined;
}

/** The card's button. Colour or size is chosen on the card (`quick-choice.ts`); products with both link to their page. */
export function CardAction({ item, className, chooseLabel }: Props) {
  const look = `btn btn-outline relative z-10 px-2 ${className}`;
  if (item.stockQuantity <= 0) {
    return (
      <button type="button" disabled className={look}>
        Out of Stock
      </button>
    );
  }
  const choice = onlyChoice(item);
  if (choice) {
    const label = chooseLabel ?? (choice.kind === 'size' ? 'Select Size' : 'Select Colour');
    return (
      <button type="button" data-action="choose" aria-haspopup="dialog" aria-label={`${label}: ${item.name}`} className={look}>
        {label}
      </button>
    );
  }
  if (item.colors.length > 0) {
    const label = chooseLabel ?? 'Select Options';
    return (
      <a href={`/product/${item.id}`} aria-label={`${label}: ${item.name}`} className={look}>
        {label}
      </a>
    );
  }
  return (
    <button type="button" data-action="add-to-cart" aria-label={`Add to Cart: ${item.name}`} className={look}>
      Add to Cart
    </button>
  );
}
