/** The pattern for `ilike` that finds what was typed anywhere in a text, without the meaning `%`, `_` and `\` have in a pattern. */
export function containing(typed: string): string {
  return `%${typed.replace(/[\\%_]/g, '\\$&')}%`;
}
