import Minus from 'virtual:icons/minus';
import Plus from 'virtual:icons/plus';
import X from 'virtual:icons/x';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { Thumbnail } from '#admin/kit/Thumbnail.tsx';
import { MAX_LINE_QUANTITY } from '#domain/limits.ts';
import type { Product } from '#domain/products/contract.ts';
import { photoOf } from '#domain/products/photo-of.ts';
import { countedKinds, countedOf, missingChoice, piecesLeft } from '#domain/variants/choice.ts';
import { sortSizes } from '#domain/variants/sizes.ts';
import type { DraftLine } from './piece-lines.ts';
import { productQuery } from './piece-queries.ts';

interface Props {
  line: DraftLine;
  /** How many of a piece's choice the order has already: they are left for it, too. */
  taken?: (choice: DraftLine) => number;
  onChange: (line: DraftLine) => void;
  onRemove: () => void;
}

const NOTHING_TAKEN = () => 0;

/** A piece of an order: its choices with what is left of each, and how many. */
export function PieceLine({ line, taken = NOTHING_TAKEN, onChange, onRemove }: Props) {
  const { data: product, isError } = useQuery(productQuery(line.productId));
  const name = product?.name ?? (isError ? 'A product that is no longer sold' : '…');
  const left = product ? piecesLeft(countedOf(product), line) + taken(line) : line.quantity;
  const step = (by: number) => onChange({ ...line, quantity: line.quantity + by });

  return (
    <li aria-label={name} className="flex flex-wrap gap-x-3 gap-y-2 px-3 py-3">
      <Thumbnail src={(product && photoOf(product, line.color)) ?? null} />
      <div className="min-w-0 grow basis-40">
        <p className="font-medium break-words">{name}</p>
        {product && (
          <p className={`text-sm tabular-nums ${left < line.quantity ? 'text-danger' : 'text-muted'}`}>
            {formatPrice(product.price)} · {left === 0 ? 'sold out' : `${formatCount(left)} left`}
          </p>
        )}
        {line.words && (
          <p dir="auto" className="line-clamp-2 text-sm break-words text-muted">
            “{line.words}”
          </p>
        )}
      </div>
      <div className="ml-auto flex items-center">
        <button
          type="button"
          disabled={line.quantity <= 1}
          onClick={() => step(-1)}
          aria-label={`One ${name} less`}
          className="btn-icon"
        >
          <Minus className="size-4" />
        </button>
        <span className="min-w-7 text-center tabular-nums">{line.quantity}</span>
        <button
          type="button"
          disabled={line.quantity >= Math.min(left, MAX_LINE_QUANTITY)}
          onClick={() => step(1)}
          aria-label={`One ${name} more`}
          className="btn-icon"
        >
          <Plus className="size-4" />
        </button>
        <button type="button" onClick={onRemove} aria-label={`Remove ${name}`} className="btn-icon text-muted hover:text-danger">
          <X className="size-5" />
        </button>
      </div>
      {product && (
        <div className="flex w-full flex-col gap-2">
          <Choices
            kind="size"
            values={sortSizes(product.sizes)}
            product={product}
            line={line}
            taken={taken}
            onChange={onChange}
          />
          <Choices kind="color" values={product.colors} product={product} line={line} taken={taken} onChange={onChange} />
        </div>
      )}
    </li>
  );
}

interface ChoicesProps {
  kind: 'size' | 'color';
  values: string[];
  product: Product;
  line: DraftLine;
  taken: (choice: DraftLine) => number;
  onChange: (line: DraftLine) => void;
}

const NAMES = { size: 'size', color: 'colour' };

function Choices({ kind, values, product, line, taken, onChange }: ChoicesProps) {
  if (values.length === 0) return null;
  const counted = countedOf(product);
  const kinds = countedKinds(counted);
  const isCounted = kinds.includes(kind);
  const isMissing = missingChoice(kinds, line) === kind;
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5">
      <legend className={`mb-1 text-sm ${isMissing ? 'font-medium text-danger' : 'text-muted'}`}>
        {isMissing ? `Choose a ${NAMES[kind]}` : NAMES[kind] === 'size' ? 'Size' : 'Colour'}
      </legend>
      {values.map((value) => {
        const chosen = { ...line, [kind]: value };
        const left = piecesLeft(counted, chosen) + taken(chosen);
        return (
          <button
            key={value}
            type="button"
            aria-pressed={line[kind] === value}
            disabled={isCounted && left === 0}
            onClick={() => onChange({ ...chosen, ...(line[kind] === value && { [kind]: '' }) })}
            className="choice disabled:line-through disabled:opacity-60"
          >
            {value}
            {isCounted && <span className="text-xs tabular-nums opacity-80">{formatCount(left)}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}
