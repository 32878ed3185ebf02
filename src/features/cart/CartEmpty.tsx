import { Medallion } from '#components/Medallion.tsx';

export function CartEmpty() {
  return (
    <div className="flex grow flex-col items-center justify-center gap-5 px-6 pb-24 text-center">
      <Medallion icon="bag" />
      <p className="font-serif text-2xl">Your cart is empty</p>
      <p className="max-w-60 text-sm text-muted">The piece you will still love next year is in here somewhere.</p>
      <a href="/products" className="btn btn-primary mt-2">
        Start Shopping
      </a>
    </div>
  );
}
