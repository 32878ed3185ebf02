/** `npm run doctor`: is the project of the environment fit to open a shop on? Says what to do about everything that is not. */
import { main } from '#local/user-error.ts';
import { examine } from './examine.ts';

await main(async () => {
  const results = await examine(process.env);
  for (const result of results) {
    console.log(`${result.ok ? '✓' : '✗'} ${result.name.padEnd(20)} ${result.ok ? result.detail : result.problem}`);
    if (!result.ok) console.log(`  ${' '.repeat(20)} → ${result.cure}`);
  }
  const ill = results.filter(({ ok }) => !ok).length;
  console.log(ill === 0 ? '\nFit to open.' : `\n${ill} of ${results.length} need attention.`);
  process.exitCode = ill === 0 ? 0 : 1;
});
