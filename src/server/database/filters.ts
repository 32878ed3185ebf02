/** The `ilike` pattern that finds a text anywhere; `%`, `_` and `\` in it stand for themselves. */
export function ilikePattern(typed: string): string {
  return `%${typed.replace(/[\\%_]/g, '\\$&')}%`;
}
