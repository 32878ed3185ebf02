import { useEffect, useState } from 'react';
import { ApiFailure, callApi } from '#browser/api.ts';
import { Field } from '#components/Field.tsx';
import type { Product } from '#domain/products/contract.ts';
import type { PageReturns } from '#domain/returns/page-returns.ts';
import { countedOf, piecesLeft } from '#domain/variants/choice.ts';
import { choiceText, isSameChoice } from '#domain/variants/choice-text.ts';

type Item = PageReturns['items'][number];

export interface Wanted {
  productId: string;
  selectedColor?: string;
  selectedSize?: string;
}

interface Props {
  item: Item;
  /** The same piece anew may be asked for: something is wrong with the one that came. */
  mayKeepSame: boolean;
  wanted: Wanted | null;
  error: string | undefined;
  onChange: (wanted: Wanted | null) => void;
}

/** What is wanted instead of a piece: it in another size or colour, as far as there are pieces. */
export function WantedChoice({ item, mayKeepSame, wanted, error, onChange }: Props) {
  const [product, setProduct] = useState<Product | null>(null);
  const [failed, setFailed] = useState('');
  const { productId, productName } = item;
  useEffect(() => {
    let isHere = true;
    callApi<Product>('GET', `/products/${productId}`).then(
      (found) => isHere && setProduct(found),
      (failure: unknown) => {
        if (!(failure instanceof ApiFailure)) throw failure;
        if (isHere) setFailed(failure.status === 404 ? 'This piece is not sold any more' : 'What there is could not be loaded');
      },
    );
    return () => {
      isHere = false;
    };
  }, [productId]);

  const choices = product ? choicesOf(product, item, mayKeepSame) : [];
  const chosen = choices.findIndex(({ wanted: one }) => wanted && sameWanted(one, wanted));
  return (
    <Field label={`Instead of ${productName}`} error={error ?? (failed || undefined)}>
      {(control) => (
        <select
          {...control}
          name={`wanted ${item.itemId}`}
          value={chosen}
          onChange={({ target }) => onChange(choices[Number(target.value)]?.wanted ?? null)}
          className="field"
        >
          <option value={-1}>{mayKeepSame ? 'The same piece' : product ? 'Please choose' : 'Loading…'}</option>
          {choices.map(({ text, isOut }, place) => (
            <option key={text} value={place} disabled={isOut}>
              {isOut ? `${text} (sold out)` : text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface Offered {
  wanted: Wanted;
  text: string;
  isOut: boolean;
}

/** Every size in every colour but the one that came. */
function choicesOf(product: Product, item: Item, isClaim: boolean): Offered[] {
  const counted = countedOf(product);
  const sizes = product.sizes.length > 0 ? product.sizes : [null];
  const colors = product.colors.length > 0 ? product.colors : [null];
  const all = sizes.flatMap((size) => colors.map((color) => ({ size, color })));
  return all
    .filter(
      (choice) =>
        !isSameChoice(choice, { size: item.selectedSize, color: item.selectedColor }) && (!isClaim || choiceText(choice)),
    )
    .map((choice) => ({
      wanted: {
        productId: product.id,
        ...(choice.color && { selectedColor: choice.color }),
        ...(choice.size && { selectedSize: choice.size }),
      },
      text: choiceText(choice) || product.name,
      isOut: piecesLeft(counted, choice) <= 0,
    }));
}

function sameWanted(one: Wanted, other: Wanted): boolean {
  return one.selectedColor === other.selectedColor && one.selectedSize === other.selectedSize;
}
