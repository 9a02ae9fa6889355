import type { Execution, SandboxNamespace } from './env.ts';

/** One sandbox serves every prompt; each program has a context of its own in it. */
const sandboxName = 'code-interpreter';

/** Runs a program, and tells what came of it as the model reads it. */
export async function runPython(namespace: SandboxNamespace, code: string): Promise<string> {
  const sandbox = namespace.get(namespace.idFromName(sandboxName));
  const context = await sandbox.createCodeContext({ language: 'python' });
  return outputOf(await sandbox.runCode(code, { context }));
}

/**
 * The output of a program as a text: its results, else its error, else what it wrote (fact sheet example-apps,
 * section 2.2).
 */
export function outputOf({ results, error, logs }: Execution): string {
  if (results.length > 0)
    return results.map((result) => result.text ?? result.html ?? JSON.stringify(result)).join('\n');
  if (error) return `Error: ${error.name}: ${error.message ?? error.value ?? ''}`.replace(/: $/, '');
  const stdout = logs.stdout.join('\n');
  const stderr = logs.stderr.join('\n');
  if (stdout === '' && stderr === '') return 'Code executed successfully';
  return stderr === '' ? stdout : `${stdout}\nError: ${stderr}`.trimStart();
}
