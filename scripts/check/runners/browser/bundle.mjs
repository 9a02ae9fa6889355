import { build } from 'esbuild';

/** Bundles each entry for a page; esbuild refuses what a page can't have, such as each `node:` module. */
for (const entry of ['touchstone', 'touchstone/handlers', 'touchstone/markdown', 'touchstone/client']) {
  const { metafile } = await build({
    stdin: { contents: `export * from '${entry}';`, resolveDir: import.meta.dirname },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    outdir: 'out',
    write: false,
    metafile: true,
    logLevel: 'warning',
  });
  const outputs = Object.entries(metafile.outputs);
  const bytes = outputs.reduce((sum, [, output]) => sum + output.bytes, 0);
  const strange = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ path, external }) => external || path.startsWith('node:')).map(({ path }) => path),
  );
  if (strange.length > 0) throw new Error(`${entry} imports ${strange.join(', ')}`);
  console.log(`${entry}: ${outputs.length} files, ${Math.round(bytes / 1000)} kB`);
}
