/** A category's slug as a label: `bridal-sets` becomes `Bridal Sets`. */
export function categoryLabel(slug: string): string {
  return slug.replace(/-+/g, ' ').replace(/(^| )\p{Ll}/gu, (start) => start.toUpperCase());
}

/** Whether a product belongs to a slug: by the slug itself, or by a category named as it reads. */
export function isInCategory({ category }: { category: string }, slug: string): boolean {
  const named = category.toLowerCase();
  return named === slug.toLowerCase() || named === slug.toLowerCase().replaceAll('-', ' ');
}

const LONGEST_DESCRIPTION = 200;

/** A long description as what shows at once and what Read More adds; a short one has no rest. */
export function splitDescription(description: string): { start: string; rest: string } {
  if (description.length <= LONGEST_DESCRIPTION) return { start: description, rest: '' };
  return { start: description.slice(0, LONGEST_DESCRIPTION), rest: description.slice(LONGEST_DESCRIPTION) };
}
