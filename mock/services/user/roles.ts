const kinds = [
  'analytics',
  'billing',
  'cache_purge',
  'dns',
  'dns_records',
  'lb',
  'logs',
  'organization',
  'ssl',
  'waf',
  'zone_settings',
  'zones',
] as const;

const permit = (read: boolean, write: boolean) =>
  Object.fromEntries(kinds.map((kind) => [kind, { read, write }]));

/** Cloudflare docs name the id of this role. */
export const ownerRole = {
  id: '33666b9c79b9a5273fc7344ff42f953d',
  name: 'Super Administrator - All Privileges',
  description: 'Everything, and the members of the account',
  permissions: permit(true, true),
};

/** Roles of an account's members; the id of the second is in Cloudflare docs too, that of the third in public code. */
export const roles: readonly (typeof ownerRole)[] = [
  ownerRole,
  {
    id: '05784afa30c1afe1440e79d9351c7430',
    name: 'Administrator',
    description: 'Everything but members and billing',
    permissions: { ...permit(true, true), billing: { read: true, write: false } },
  },
  {
    id: 'f2b20eaa1a5d4af42b53ac16238c99c7',
    name: 'Administrator Read Only',
    description: 'Reads everything',
    permissions: permit(true, false),
  },
];
