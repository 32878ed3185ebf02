/** A loading indicator, visible and announced. */
export function Spinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <div role="status" className="flex justify-center p-10">
      <span
        className="size-8 animate-spin rounded-full border-2 border-line border-t-gold motion-reduce:animate-none"
        aria-hidden="true"
      />
      <span className="sr-only">{label}</span>
    </div>
  );
}
