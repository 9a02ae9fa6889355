import manifest from '../../package.json' with { type: 'json' };
import { entryName } from './bundle.ts';
import { type Package, touchstone } from './packages.ts';
import { builtName } from './place-files.ts';

/**
 * The `package.json` of a package.
 *
 * @param imports libraries that its code and its declarations import
 * @throws Error for a library that a project would not have
 */
export function packageManifest(made: Package, imports: readonly string[]): object {
  const { version, license, type, sideEffects, engines } = manifest;
  const isMock = made === touchstone;
  const versions: Readonly<Record<string, string>> = manifest.dependencies;
  // Tests of the suites use openai where a project has it.
  const others = isMock ? { ...manifest.peerDependencies, ...manifest.optionalDependencies } : { openai: '' };
  const unknown = imports.filter((name) => !made.installed.includes(name) && !(name in others));
  if (unknown.length > 0)
    throw new Error(`${made.name} imports ${unknown.join(', ')}, which a project lacks`);
  const dependencies = made.installed.map((name) => [name, versions[name]]);
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
          peerDependencies: { ...manifest.peerDependencies, ...optionalPeers('*') },
          peerDependenciesMeta: { ...manifest.peerDependenciesMeta, ...optionalPeers({ optional: true }) },
        }
      : {}),
  };
}

/** What renders pages, runs Python and asks other models: a project that does none of it installs nothing. */
const optionalPeers = (value: unknown) =>
  Object.fromEntries(Object.keys(manifest.optionalDependencies).map((name) => [name, value]));

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
