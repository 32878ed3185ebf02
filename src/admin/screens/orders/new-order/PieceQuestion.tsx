import X from 'virtual:icons/x';
import { useQueries } from '@tanstack/react-query';
import { type DraftLine, newLine } from '#admin/data/order-lines/piece-lines.ts';
import { productQuery } from '#admin/data/order-lines/piece-queries.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { Thumbnail } from '#admin/kit/Thumbnail.tsx';
import type { Product } from '#domain/products/contract.ts';
import { photoOf } from '#domain/products/photo-of.ts';
import { choiceName, pieceName } from '#domain/variants/choice-text.ts';
import type { AskedPiece } from './order-draft.ts';
import { offered } from './read-chat.ts';

interface Props {
  asked: AskedPiece;
  onPick: (line: DraftLine) => void;
  onDismiss: () => void;
}

/** Asks which piece a chat means, with those that it may be. What it says of colour, size and quantity comes with the piece. */
export function PieceQuestion({ asked, onPick, onDismiss }: Props) {
  const { words, candidates, quantity, color = '', size = '' } = asked;
  const found = useQueries({ queries: candidates.map((id) => productQuery(id)) });
  const products = found.flatMap(({ data }) => (data ? [data] : []));
  const isLoading = found.some(({ isPending }) => isPending);
  const [only] = candidates.length === 1 ? products : [];
  const said = [choiceName({ size, color }), quantity > 1 && `${quantity} pieces`].filter(Boolean).join(' · ');

  return (
    <li className="rounded-lg border border-line bg-notice p-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <p className="text-sm font-medium">{only ? oneQuestion(only, asked) : 'Which piece is it?'}</p>
          <p dir="auto" className="mt-0.5 line-clamp-3 text-sm break-words whitespace-pre-line text-muted">
            “{words}”
          </p>
          {said && !only && <p className="mt-0.5 text-sm">Said: {said}</p>}
        </div>
        <button type="button" onClick={onDismiss} aria-label={`None of these: ${words}`} className="btn-icon shrink-0 text-muted">
          <X className="size-4" />
        </button>
      </div>
      <ul aria-busy={isLoading} className="mt-2 grid gap-2 sm:grid-cols-2">
        {products.map((product) => (
          <li key={product.id}>
            <button
              type="button"
              onClick={() => onPick(lineOf(product, asked))}
              className="flex w-full items-center gap-3 rounded-lg border border-line bg-white p-2 text-left hover:border-current"
            >
              <Thumbnail src={photoOf(product, offered(product.colors, color)) ?? null} />
              <span className="min-w-0">
                <span className="block text-sm font-medium break-words">{product.name}</span>
                <span className="block text-sm text-muted tabular-nums">{formatPrice(product.price)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {!isLoading && products.length === 0 && (
        <p className="mt-2 text-sm text-muted">It is no longer sold. Pick another below.</p>
      )}
    </li>
  );
}

/** What is not certain of a piece that can only be one product. */
function oneQuestion({ name, colors, sizes }: Product, { color = '', size = '', quantity }: AskedPiece): string {
  const missing = choiceName({ size: offered(sizes, size) ? '' : size, color: offered(colors, color) ? '' : color });
  if (missing) return `${name} does not come in ${missing}. Take it in another?`;
  return `Is it the ${pieceName(name, { size, color })}${quantity > 1 ? `, ${quantity} pieces` : ''}?`;
}

function lineOf({ id, colors, sizes }: Product, { color = '', size = '', quantity, words }: AskedPiece): DraftLine {
  const choice = { color: offered(colors, color), size: offered(sizes, size) };
  return { ...newLine({ productId: id, ...choice }, quantity), words };
}
