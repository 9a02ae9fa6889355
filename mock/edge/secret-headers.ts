import type { ZoneTenant } from '../world/zone-tenant.ts';

const headerSource = /^\s*http\.request\.headers\s*\[\s*(?:r#*)?"((?:[^"\\]|\\.)+)"/;

/** Lower-case names of the headers that the token configurations of a zone read tokens from. */
export function getSecretHeaders(zone: ZoneTenant): readonly string[] {
  const names: string[] = [];
  for (const { token_sources: sources } of zone.tokenConfigs.list()) {
    for (const source of sources) {
      const name = headerSource.exec(source)?.[1];
      if (name !== undefined) names.push(name.toLowerCase());
    }
  }
  return names;
}
