import postgres, { type Sql } from 'postgres';
import type { HotStatement } from './hot-statements.ts';

export interface MeasuredStatement extends HotStatement {
  /** Milliseconds, the middle one of seven runs. */
  median: number;
  /** Milliseconds of the fastest run: what is left when nobody else works on this machine. */
  fastest: number;
  /** What the planner thought of it, with every statement inside of functions. */
  cost: number;
  /** Large tables it reads from end to end. */
  scans: string[];
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Total Cost': number;
  Plans?: Plan[];
}

/** Tables of more rows than this should not be read from end to end. */
const LARGE = 10_000;

/** Times the statements as the API runs them, and reads the plans of everything they run. */
export async function measureStatements(owner: Sql, shop: Sql, statements: HotStatement[]): Promise<MeasuredStatement[]> {
  const large = await owner<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'shop'::regnamespace) and reltuples > ${LARGE}`;
  const explain = await explainer(owner);
  const measured: MeasuredStatement[] = [];
  try {
    for (const statement of statements) {
      const [fastest = Number.NaN, , , median = Number.NaN] = await timesOf(shop, statement.sql);
      const plans = await explain.plansOf(statement.sql);
      const nodes = plans.flatMap(nodesOf);
      const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? '');
      measured.push({
        ...statement,
        median,
        fastest,
        cost: plans.reduce((sum, plan) => sum + plan['Total Cost'], 0),
        scans: [...new Set(scanned)].filter((table) => large.some(({ name }) => name === table)),
      });
    }
  } finally {
    await explain.end();
  }
  return measured;
}

/** Milliseconds of seven runs, the fastest first. The one before them warms up. */
async function timesOf(shop: Sql, statement: string): Promise<number[]> {
  const times: number[] = [];
  await shop.unsafe(statement);
  for (let run = 0; run < 7; run += 1) {
    const started = performance.now();
    await shop.unsafe(statement);
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b);
}

/** A connection to which PostgreSQL tells the plan of every statement, also of those inside of functions, once it has run. */
async function explainer(owner: Sql) {
  const plans: Plan[] = [];
  const { host, port, database, pass } = owner.options;
  const connection = postgres({
    host: host[0] ?? '',
    port: port[0] ?? 0,
    // Only a superuser may load auto_explain.
    user: 'supabase_admin',
    database,
    password: pass ?? '',
    max: 1,
    onnotice: ({ message = '' }) => {
      const [, json] = /plan:\n(.*)/s.exec(message) ?? [];
      if (json) plans.push(JSON.parse(json).Plan);
    },
  });
  await connection.unsafe(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set auto_explain.log_format = json;
    set auto_explain.log_analyze = on; set auto_explain.log_timing = off; set auto_explain.log_level = notice; set role service_role`);
  return {
    async plansOf(statement: string): Promise<Plan[]> {
      plans.length = 0;
      await connection.unsafe(statement);
      return [...plans];
    },
    end: () => connection.end(),
  };
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
