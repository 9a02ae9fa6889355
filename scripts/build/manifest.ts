import manifest from '../../package.json' with { type: 'json' };
import { entryName } from './bundle.ts';
import { type Package, touchstone } from './packages.ts';
import { builtName } from './place-files.ts';

/**
 * The `package.json` of a package.
 *
 * @param imports libraries that its code imports
 * @throws Error for a library that package.json of the clone has among its development packages only, or not at all
 */
export function packageManifest(made: Package, imports: readonly string[]): object {
  const { version, license, type, sideEffects, engines } = manifest;
  const isMock = made === touchstone;
  const versions: Readonly<Record<string, string>> = manifest.dependencies;
  const others = isMock ? [manifest.peerDependencies, manifest.optionalDependencies] : [];
  const unknown = imports.filter(
    (name) => !(name in versions) && !others.some((known) => name in known) && name !== 'openai',
  );
  if (unknown.length > 0)
    throw new Error(`${made.name} imports what it does not name: ${unknown.join(', ')}`);
  const dependencies = imports.filter((name) => name in versions).map((name) => [name, versions[name]]);
  return {
    ...{ name: made.name, version, description: made.description, keywords: made.keywords },
    ...{ license, type, sideEffects, engines },
    bin: { [made.name]: './dist/bin.js' },
    exports: exportsOf(made),
    ...(isMock ? { imports: importsOf(made) } : {}),
    files: ['*'],
    publishConfig: { access: 'public', provenance: true },
    dependencies: Object.fromEntries(dependencies),
    ...(isMock
      ? {
          peerDependencies: manifest.peerDependencies,
          peerDependenciesMeta: manifest.peerDependenciesMeta,
          optionalDependencies: manifest.optionalDependencies,
        }
      : {}),
  };
}

function exportsOf({ entries }: Package): object {
  const built = Object.keys(entries).map((name) => {
    const file = `./dist/${entryName(name)}`;
    return [name, { types: `${file}.d.ts`, default: `${file}.js` }];
  });
  return { ...Object.fromEntries(built), './package.json': './package.json' };
}

function importsOf({ names }: Package): object {
  const file = (source: string) => `./dist/${builtName(source.replace('./', ''))}.js`;
  return Object.fromEntries(
    Object.entries(names).map(([name, { browser, default: other }]) => [
      name,
      { browser: file(browser), default: file(other) },
    ]),
  );
}
