import Check from 'virtual:icons/check';
import Plus from 'virtual:icons/plus';
import Undo2 from 'virtual:icons/undo-2';
import { unpackPieces } from '#admin/data/packing/packing-api.ts';
import { nameOf } from '#admin/data/packing/packing-state.ts';
import { Thumbnail } from '#admin/kit/Thumbnail.tsx';
import type { Packing, PackingLine } from '#domain/packing/contract.ts';
import { choiceText } from '#domain/variants/choice-text.ts';

interface Props {
  order: Packing;
  line: PackingLine;
  onPack: () => void;
}

/** A line of an order: what the piece looks like, where it lies, and how many of it are in. */
export function PackLine({ order, line, onPack }: Props) {
  const { productName, productImage, color, size, sku, ordered, packed, pieces } = line;
  const name = nameOf(line);
  const isFull = packed >= ordered;
  const last = pieces[pieces.length - 1];
  return (
    <li className={`flex items-center gap-3 px-3 py-3 sm:px-4 ${isFull ? 'bg-leaf/8' : ''}`}>
      <Thumbnail src={productImage} />
      <div className="min-w-0 grow">
        <p className="font-medium break-words">{productName}</p>
        <p className="text-sm break-words text-ink-soft">{choiceText({ color: color ?? '', size: size ?? '' })}</p>
        <p className="text-sm break-all text-muted tabular-nums">{sku}</p>
        <p className={`text-sm tabular-nums ${isFull ? 'text-leaf' : ''}`}>
          {packed} of {ordered} in
          {last && (
            <button
              type="button"
              onClick={() => void unpackPieces(order, name, [last.key])}
              aria-label={`Take one ${name} out again`}
              title="Take one out again"
              className="btn-icon -my-2.5 ml-1 text-muted hover:text-ink"
            >
              <Undo2 className="size-4" />
            </button>
          )}
        </p>
      </div>
      {isFull ? (
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-leaf text-white">
          <Check className="size-6" aria-hidden="true" />
          <span className="sr-only">All of {name} are in</span>
        </span>
      ) : (
        <button
          type="button"
          onClick={onPack}
          aria-label={`One ${name} is in`}
          title="One is in"
          className="grid size-12 shrink-0 place-items-center rounded-full border border-line bg-white hover:border-ink"
        >
          <Plus className="size-6" />
        </button>
      )}
    </li>
  );
}
