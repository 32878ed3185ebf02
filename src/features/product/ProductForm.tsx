import type { ReactNode } from 'react';
import { Icon } from '#components/Icon.tsx';
import { photo } from '#components/photo.ts';
import { PHOTO_FALLBACK } from '#components/photo-placeholder.ts';
import { Swatch } from '#components/Swatch.tsx';
import { formatPrice } from '#domain/money.ts';
import type { Product } from '#domain/products/contract.ts';
import { type ChoiceKind, type Counted, fewLeft, isSoldOut } from '#domain/variants/choice.ts';
import { sortSizes } from '#domain/variants/sizes.ts';
import { cardProduct } from '#features/product-cards/catalog-item.ts';
import { SizeGuideTable } from './SizeGuideTable.tsx';
import { sizeGuide } from './size-guide.ts';

/**
 * Colour, size, quantity and the button. `shop-actions.ts` reads the form when the button is pressed. On a phone the form has no box of
 * its own: the bar with price, choice and button is the last part of the product, and stays at the screen's lower edge until then.
 */
export function ProductForm({ product, sizeCircle }: { product: Product; sizeCircle?: ReactNode }) {
  const { colors, inStock, stockQuantity } = product;
  const sizes = sortSizes(product.sizes);
  const counted = cardProduct(product);
  const guide = sizeGuide(product.category, sizes);
  const toChoose = [colors.length > 0 && 'colour', sizes.length > 0 && 'size'].filter(Boolean).join(' and ');
  return (
    <form data-product-form noValidate className="max-md:contents">
      <Choices legend="Colour" kind="color" values={colors} counted={counted} swatches />
      <p data-photo-note role="status" className="mt-2 text-sm text-muted empty:hidden" />
      <Choices legend="Size" kind="size" values={sizes} counted={counted} />
      {guide && <SizeGuideTable guide={guide}>{sizeCircle}</SizeGuideTable>}
      <p data-few-left role="status" className="mt-3 text-sm font-medium text-gold-deep empty:hidden">
        {fewLeft(counted, {})}
      </p>
      <div className="mt-5 flex items-end gap-3 max-md:contents">
        <div data-stepper hidden={!inStock} className="max-md:mt-6 max-md:w-fit">
          <label htmlFor="quantity" className="field-label md:sr-only">
            Quantity
          </label>
          <div className="relative flex h-12 items-center rounded-sm border border-[#8f8272] bg-white">
            <StepButton step={-1} label="Decrease quantity" />
            <input
              id="quantity"
              name="quantity"
              type="number"
              inputMode="numeric"
              min={1}
              max={Math.max(1, stockQuantity)}
              defaultValue={1}
              className="h-full w-12 bg-transparent text-center tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
            />
            <StepButton step={1} label="Increase quantity" />
            {/* Beside or above, so that the button does not move away from under a tap. */}
            <p
              data-quantity-note
              role="status"
              className="absolute left-full ml-3 text-sm font-medium whitespace-nowrap text-gold-deep md:bottom-full md:left-0 md:ml-0"
            />
          </div>
        </div>
        <div className="buy-bar flex grow items-center gap-2">
          <BarPhoto url={product.images[0]} />
          <p className="min-w-0 flex-1 leading-tight max-xs:hidden md:hidden">
            <span data-live="bar-price" className="block font-medium tabular-nums">
              {formatPrice(product.price)}
            </span>
            <span data-chosen className="line-clamp-2 text-xs leading-tight text-ink-soft">
              {inStock && toChoose && `Choose ${toChoose}`}
            </span>
          </p>
          <fieldset disabled={!inStock} className="flex gap-2 max-xs:grow md:grow">
            <legend className="sr-only">Buy</legend>
            <button type="submit" data-action="add-to-cart" data-live="button" className="btn btn-primary h-12 grow px-3">
              {inStock ? 'Add to Cart' : 'Out of Stock'}
            </button>
            <button type="button" data-action="order-now" className="btn btn-outline h-12 grow px-3">
              Order now
            </button>
          </fieldset>
        </div>
      </div>
    </form>
  );
}

/** A small photo of the chosen colour: on a phone the large one is out of view when the button is pressed. */
function BarPhoto({ url }: { url: string | undefined }) {
  const { srcSet: _, ...image } = photo(url, { widths: [96], sizes: '3rem' });
  return (
    <img
      {...image}
      alt=""
      loading="lazy"
      data-bar-photo
      data-fallback={PHOTO_FALLBACK}
      className="size-12 shrink-0 rounded-sm bg-cream object-cover max-[24.3rem]:hidden md:hidden"
    />
  );
}

interface ChoicesProps {
  legend: string;
  kind: ChoiceKind;
  values: string[];
  counted: Counted;
  swatches?: boolean;
}

/** Lies over a sold-out choice: a tap on it asks for that one. `live-choices.ts` shows and hides it. */
function TellMe({ kind, value, hidden }: { kind: ChoiceKind; value: string; hidden: boolean }) {
  return (
    <button
      type="button"
      data-tell={JSON.stringify({ [kind]: value })}
      hidden={hidden}
      aria-label={`${value} is sold out: tell me when it is back`}
      className="absolute inset-0 size-full"
    />
  );
}

/** `live-choices.ts` strikes out what sells out, and writes the note. */
function Choices({ legend, kind, values, counted, swatches = false }: ChoicesProps) {
  if (values.length === 0) return null;
  return (
    <fieldset className="mt-5 min-w-0" aria-describedby={`${kind}-note`}>
      <legend className="field-label">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {values.map((value) => {
          const soldOut = isSoldOut(counted, kind, value);
          return (
            <span key={value} className="relative max-w-full">
              <label className="choice">
                <input
                  type="radio"
                  name={kind}
                  value={value}
                  disabled={soldOut}
                  className="peer absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
                />
                {swatches && <Swatch color={value} className="size-5 peer-disabled:opacity-50" />}
                {value}
                {counted.variants && (
                  <span data-sold-out hidden={!soldOut} className="sr-only">
                    , sold out
                  </span>
                )}
              </label>
              {counted.variants && <TellMe kind={kind} value={value} hidden={!soldOut} />}
            </span>
          );
        })}
      </div>
      <p id={`${kind}-note`} data-choice-note={kind} role="status" className="mt-2 text-sm text-muted empty:hidden" />
    </fieldset>
  );
}

function StepButton({ step, label }: { step: 1 | -1; label: string }) {
  return (
    <button
      type="button"
      data-step={step}
      aria-label={label}
      aria-controls="quantity"
      className="grid h-full w-11 place-items-center hover:bg-cream"
    >
      <Icon name={step > 0 ? 'plus' : 'minus'} className="size-4" />
    </button>
  );
}
