/** Characters that show at once; Read More shows the rest. */
const SHOWN_CHARACTERS = 200;

/** A product's description, a long one folded. `product-page.ts` unfolds it. */
export function Description({ text }: { text: string }) {
  const { start, rest } = splitDescription(text);
  return (
    <p dir="auto" className="mt-5 max-w-prose whitespace-pre-line text-ink-soft [overflow-wrap:anywhere]">
      {start}
      {rest && (
        <>
          <span data-ellipsis>… </span>
          <span data-rest hidden>
            {rest}{' '}
          </span>
          <button type="button" data-read-more aria-expanded="false" className="text-link text-ink">
            Read More
          </button>
        </>
      )}
    </p>
  );
}

/** A long description as what shows at once and what Read More adds; a short one has no rest. */
export function splitDescription(description: string): { start: string; rest: string } {
  return { start: description.slice(0, SHOWN_CHARACTERS), rest: description.slice(SHOWN_CHARACTERS) };
}
