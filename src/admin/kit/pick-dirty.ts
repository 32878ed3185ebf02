/** The changed fields of a form. The others are not sent, so they stay as the server has them. */
export function pickDirty<Sent extends object>(values: Sent, changed: Partial<Record<string, unknown>>): Partial<Sent> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => changed[name])) as Partial<Sent>;
}
