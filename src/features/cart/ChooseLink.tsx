import type { ChoiceKind } from '#domain/variants/choice.ts';
import type { CartLine } from './cart-line.ts';

/** For lines older than the counting of their choices: without one the shop does not know whether it has the piece. */
export function ChooseLink({ line, missing }: { line: CartLine; missing: ChoiceKind }) {
  return (
    <p className="w-fit bg-notice px-2 py-1 text-sm">
      Each {missing} has its own stock now.{' '}
      <a
        href={`/product/${line.product.id}`}
        aria-label={`Choose a ${missing} of ${line.product.name}`}
        className="font-medium underline"
      >
        Choose a {missing}
      </a>
    </p>
  );
}
