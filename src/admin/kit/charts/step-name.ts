const shortDay = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const month = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short', year: 'numeric' });

/** A step of time as an axis names it: `2026-11-20` is `20 Nov`, `2026-11` is `Nov 2026`, a year is itself. */
export function stepName(step: string): string {
  if (step.length === 4) return step;
  const begins = new Date(`${step}${step.length === 7 ? '-01' : ''}T00:00:00Z`);
  return (step.length === 7 ? month : shortDay).format(begins);
}
