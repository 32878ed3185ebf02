/** Dates as `formats.ts` writes them, and numbers such as `ORD-10042`. */
const WHOLE = /(\d{1,2} [A-Z][a-z]{2,3}(?: \d{4})?(?:, \d{1,2}:\d{2} [ap]m)?|\b[A-Z]{2,8}(?:-[A-Z\d]{1,12}){1,3})/;

/** A sentence that wraps anywhere but inside of its dates and codes. */
export function Unbroken({ children }: { children: string }) {
  return children.split(WHOLE).map((part, n) =>
    n % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      <span key={n} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
