export type Environment = Record<string, string | undefined>;

/** What a variable says; undefined where it is not set, or empty. */
export function variableIn(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}

/** The couriers' documents speak of one request a second. */
const USUAL_PACE_MS = 1_000;

/** Milliseconds between two calls of a courier. */
export function courierPaceMs(environment: Environment = process.env): number {
  const wanted = Number(variableIn(environment, 'COURIER_PACE_MS') ?? USUAL_PACE_MS);
  return Number.isInteger(wanted) && wanted >= 0 ? wanted : USUAL_PACE_MS;
}
