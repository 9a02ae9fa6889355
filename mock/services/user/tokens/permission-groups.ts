import groups from '../../../../spec/v4/permission-groups.json' with { type: 'json' };

/** A permission group as the API lists it. */
export interface PermissionGroup {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

const scopes: Readonly<Record<keyof typeof groups, string>> = {
  account: 'com.cloudflare.api.account',
  zone: 'com.cloudflare.api.account.zone',
  user: 'com.cloudflare.api.user',
  bucket: 'com.cloudflare.edge.r2.bucket',
};

/**
 * The permission groups, by name: ids and scopes as alchemy 0.94 lists them, and those of users in public code. The ids of
 * Artifacts are ours.
 */
export const permissionGroups: readonly PermissionGroup[] = Object.entries(groups)
  .flatMap(([kind, ids]) =>
    Object.entries(ids).map(([id, name]) => ({ id, name, scopes: [scopes[kind as keyof typeof groups]] })),
  )
  .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));

/** The group with an id, or else with a name. */
export const findPermissionGroup = (named: string): PermissionGroup | undefined =>
  permissionGroups.find(({ id }) => id === named) ?? permissionGroups.find(({ name }) => name === named);
