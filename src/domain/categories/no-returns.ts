/** The categories whose pieces are not taken back, each with the reason: `Earrings (for hygiene), Cosmetics (once opened)`. Empty without any. */
export function notTakenBack(categories: { name: string; noReturnReason: string }[]): string {
  const excluded = categories.filter(({ noReturnReason }) => noReturnReason);
  return excluded.map(({ name, noReturnReason }) => `${name} (${noReturnReason})`).join(', ');
}
