/** Placeholders of cards that are loading. */
export function SkeletonGrid({ cards }: { cards: number }) {
  return (
    <ul
      aria-hidden="true"
      className="grid grid-cols-2 gap-x-3 gap-y-8 sm:gap-x-5 md:grid-cols-3 lg:grid-cols-4 lg:gap-y-10 xl:grid-cols-5"
    >
      {Array.from({ length: cards }, (_, index) => index).map((index) => (
        <li key={index}>
          <div className="skeleton aspect-square rounded-sm" />
          <div className="skeleton mt-4 h-3 w-1/3" />
          <div className="skeleton mt-3 h-5 w-4/5" />
          <div className="skeleton mt-3 h-4 w-1/2" />
        </li>
      ))}
    </ul>
  );
}
