import { Price } from './Price.tsx';

/** A sum that may be below zero: `−Rs. 278.52`. A role that may not see it reads a dash. */
export function Rupees({ of: sum }: { of: number | null }) {
  return (
    <>
      {sum !== null && sum < 0 && '−'}
      <Price of={sum === null ? null : Math.abs(sum)} />
    </>
  );
}
