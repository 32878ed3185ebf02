const ADDRESS = /[^\s"'`<>()=,;:/\\[\]{}|&?]+(?:@|%40)[^\s"'`<>()=,;:/\\[\]{}|&?]+/gi;
/** Postgres quotes the row that it refuses. */
const ROW = /(Failing row contains|Key \([^)]*\)=) ?\(.*\)/gi;

/** A line of a log without the e-mail addresses and rows of people in it. */
export function withoutPeople(line: string): string {
  return line.replace(ROW, '$1 (…)').replace(ADDRESS, '…@…');
}
