import { expect, it } from 'vitest';
import { pyodideFolder, readPythonFiles } from './python-files.ts';

it('knows how the package is written that is installed: of its glue, a third is needed', async () => {
  const { glue, module } = await readPythonFiles(pyodideFolder());
  expect(glue.length).toBeLessThan(420_000);
  expect(WebAssembly.Module.exports(module).length).toBeLessThan(300);
}, 60_000);
