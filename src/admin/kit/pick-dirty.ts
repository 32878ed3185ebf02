/** The fields of a form that were changed, to be sent: what nobody touched stays the server's. */
export function pickDirty<Sent extends object>(values: Sent, changed: Partial<Record<string, unknown>>): Partial<Sent> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => changed[name])) as Partial<Sent>;
}
