/**
 * Permissions of an API token, with the names of the platform's permission groups. An endpoint lists the permissions of
 * which one suffices.
 */
export const permissions = [
  'Account API Gateway',
  'Account API Gateway Read',
  'Domain API Gateway',
  'Domain API Gateway Read',
  'Zone Edit',
  'Zone Read',
  'Zone WAF Edit',
  'Zone WAF Read',
  'Config Rules Edit',
  'Config Rules Read',
  'Account Rulesets Edit',
  'Account Rulesets Read',
  'Zone Settings Edit',
  'Zone Settings Read',
  'SSL and Certificates Edit',
  'SSL and Certificates Read',
  'Analytics Read',
  'AI Gateway Edit',
  'AI Gateway Read',
  'Workers AI Edit',
  'Workers AI Read',
  'Browser Rendering Edit',
  'Artifacts Edit',
  'Artifacts Read',
] as const;

export type Permission = (typeof permissions)[number];

/** The permission group of the API that a permission is: `Zone Write` for `Zone Edit`, as the dashboard calls it. */
export const toGroupName = (name: string): string =>
  name.replace(/^Config Rules\b/, 'Config Settings').replace(/ Edit$/, ' Write');

/** Stand for the permission groups of a created token, where any group opens an operation. */
export const anyGroup = { read: 'any permission group', write: 'any permission group that writes' } as const;

/** Writes of the endpoint inventory and of token validation: Cloudflare API reference, Token validation. */
export const apiGatewayEdit = ['Account API Gateway', 'Domain API Gateway'] as const;

/** Reads accept the write permissions and the read-only variants. */
export const apiGatewayRead = [
  ...apiGatewayEdit,
  'Account API Gateway Read',
  'Domain API Gateway Read',
] as const;

export const zoneEdit = ['Zone Edit'] as const;
export const zoneRead = ['Zone Edit', 'Zone Read'] as const;

/** Settings of a zone: seed inference-and-conversion, Authentication. */
export const zoneSettingsEdit = ['Zone Settings Edit'] as const;
export const zoneSettingsRead = ['Zone Settings Edit', 'Zone Settings Read'] as const;

/** Custom hostnames (inferred: the dashboard files them under certificates). */
export const customHostnamesEdit = ['SSL and Certificates Edit'] as const;
export const customHostnamesRead = ['SSL and Certificates Edit', 'SSL and Certificates Read'] as const;
