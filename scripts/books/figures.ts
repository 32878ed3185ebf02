/** What is said of the money, in paisas, by what it is said of: `with couriers, PostEx`. What comes to nothing is not in it. */
export type Figures = Map<string, number>;

/** Adds to a figure. */
export function add(figures: Figures, name: string, paisas: number): void {
  const sum = (figures.get(name) ?? 0) + paisas;
  if (sum === 0) figures.delete(name);
  else figures.set(name, sum);
}

export interface Difference {
  figure: string;
  /** In paisas. */
  reported: number;
  recomputed: number;
}

/** Where a report and the rows disagree. */
export function differences(reported: Figures, recomputed: Figures): Difference[] {
  return [...new Set([...reported.keys(), ...recomputed.keys()])].toSorted().flatMap((figure) => {
    const [said, is] = [reported.get(figure) ?? 0, recomputed.get(figure) ?? 0];
    return said === is ? [] : [{ figure, reported: said, recomputed: is }];
  });
}
