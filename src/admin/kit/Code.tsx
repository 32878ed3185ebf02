/** A number or code that is read and copied as one: on one line, and cut there only if it is longer than those of its kind. */
export function Code({ children }: { children: string }) {
  return (
    <span className="code" title={children.length > 24 ? children : undefined}>
      {children}
    </span>
  );
}
