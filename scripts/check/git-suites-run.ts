/** Runs the suites of Git against Git's own server, to prove the suites: `bun scripts/check/git-suites-run.ts [suite...]`. */
import process from 'node:process';
import { hasGit } from '../../suites/harness/local-git.ts';
import { judgeGitItself } from './git-suites.ts';

if (await hasGit()) {
  const { tests, verdict } = await judgeGitItself({ select: { services: process.argv.slice(2) } });
  const wrong = tests.filter(({ status }) => status === 'failed' || status === 'error');
  for (const { id, status, reason, findings } of wrong) {
    console.log(`${status}: ${id}${reason === null ? '' : `: ${reason}`}`);
    for (const one of findings)
      if (one.status === 'failed') console.log(`  ${one.requirement}: ${one.message}`);
  }
  const passed = tests.filter(({ status }) => status === 'passed').length;
  console.log(`${passed} of ${tests.length} tests hold for Git itself, ${wrong.length} do not: ${verdict}`);
  process.exitCode = wrong.length === 0 && passed > 0 ? 0 : 1;
} else {
  console.log('There is no Git here, so nothing says that the suites of Git are right.');
}
