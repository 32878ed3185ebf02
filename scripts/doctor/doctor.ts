/** `npm run doctor`: checks whether a shop can open on the project of the environment, and prints how to fix what fails. */
import { main } from '#local/user-error.ts';
import { examine } from './examine.ts';

await main(async () => {
  const results = await examine(process.env);
  for (const result of results) {
    console.log(`${result.ok ? '✓' : '✗'} ${result.name.padEnd(20)} ${result.ok ? result.detail : result.problem}`);
    if (!result.ok) console.log(`  ${' '.repeat(20)} → ${result.fix}`);
  }
  const failed = results.filter(({ ok }) => !ok).length;
  console.log(failed === 0 ? '\nReady to open.' : `\n${failed} of ${results.length} checks failed.`);
  process.exitCode = failed === 0 ? 0 : 1;
});
