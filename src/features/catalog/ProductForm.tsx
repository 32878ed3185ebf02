import { Icon } from '#components/ui/Icon.tsx';
import type { Product } from '#shared/schemas/product.ts';
import { Swatch } from './Swatch.tsx';

const CHIP =
  'flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-sm border border-[#b9ab97] bg-white px-3.5 text-sm transition-colors ' +
  'hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-ivory ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink';

/** Colour, size, quantity and the button. `shop-actions.ts` reads it when the button is pressed. */
export function ProductForm({ product }: { product: Product }) {
  const { colors, sizes, inStock, stockQuantity } = product;
  return (
    <form data-product-form className="mt-6 space-y-6">
      <Choices legend="Color" name="color" values={colors} swatches />
      <Choices legend="Size" name="size" values={sizes} />
      <div className="flex flex-wrap items-end gap-3">
        <div>
          <label htmlFor="quantity" className="field-label">
            Quantity
          </label>
          <div className="flex h-12 items-center rounded-sm border border-[#8f8272] bg-white">
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
          </div>
        </div>
        <button
          type="button"
          data-action="add-to-cart"
          data-live="button"
          disabled={!inStock}
          className="btn btn-primary h-12 grow px-8"
        >
          {inStock ? 'Add to Cart' : 'Out of Stock'}
        </button>
      </div>
    </form>
  );
}

interface ChoicesProps {
  legend: string;
  name: string;
  values: string[];
  swatches?: boolean;
}

function Choices({ legend, name, values, swatches = false }: ChoicesProps) {
  if (values.length === 0) return null;
  return (
    <fieldset>
      <legend className="field-label">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {values.map((value) => (
          <label key={value} className={`relative ${CHIP}`}>
            <input type="radio" name={name} value={value} className="absolute inset-0 size-full cursor-pointer opacity-0" />
            {swatches && <Swatch color={value} className="size-5" />}
            {value}
          </label>
        ))}
      </div>
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
