/** Names of the permission groups that read and write something. */
const both = (...names: readonly string[]) => names.flatMap((name) => [`${name} Read`, `${name} Write`]);

const accessGroups = 'Access: Organizations, Identity Providers, and Groups';

/**
 * Permission groups that the operations below a path accept, one of them each; `$` ends a path that has to be the whole
 * one. Documentation of the Terraform provider 5.22, Accepted Permissions; those of Vectorize, `purge_cache`,
 * memberships and invites are in the API reference.
 */
const rows: Readonly<Record<string, readonly string[]>> = {
  '/accounts/*/access/ai-controls': both('MCP Portals'),
  '/accounts/*/access/apps': both('Access: Apps and Policies'),
  '/accounts/*/access/certificates': both('Access: Mutual TLS Certificates'),
  '/accounts/*/access/custom_pages': both('Access: Custom Pages'),
  '/accounts/*/access/groups': both(accessGroups),
  '/accounts/*/access/identity_providers': both(accessGroups),
  '/accounts/*/access/keys': both(accessGroups),
  '/accounts/*/access/organizations': [...both(accessGroups), `${accessGroups} Revoke`],
  '/accounts/*/access/policies': both('Access: Apps and Policies'),
  '/accounts/*/access/service_tokens': both('Access: Service Tokens'),
  '/accounts/*/addressing/address_maps': both('Address Maps'),
  '/accounts/*/addressing/prefixes': both('IP Prefixes: BGP On Demand', 'IP Prefixes:', 'Magic Transit'),
  '/accounts/*/ai-gateway': both('AI Gateway'),
  '/accounts/*/alerting': [...both('Account Settings', 'Notifications'), 'Zero Trust: PII Read'],
  '/accounts/*/botnet_feed': both('DDoS Botnet Feed'),
  '/accounts/*/calls': both('Calls'),
  '/accounts/*/cfd_tunnel': both(
    'Cloudflare One Connector: cloudflared',
    'Cloudflare One Connectors',
    'Cloudflare Tunnel',
  ),
  '/accounts/*/challenges': both('Account Settings', 'Turnstile Sites'),
  '/accounts/*/cloudforce-one': both('Cloudforce One'),
  '/accounts/*/custom_csrs': both('Account: SSL and Certificates'),
  '/accounts/*/custom_pages': [...both('Account Custom Pages', 'Account Settings'), 'Zero Trust: PII Read'],
  '/accounts/*/d1': both('D1'),
  '/accounts/*/devices': both('Zero Trust'),
  '/accounts/*/dex': [...both('Cloudflare DEX', 'Zero Trust'), 'Zero Trust Report'],
  '/accounts/*/dlp': both('Zero Trust'),
  '/accounts/*/dns_firewall': both('DNS Firewall'),
  '/accounts/*/dns_settings': both('Account DNS Settings'),
  '/accounts/*/dns_settings/views': both('DNS View'),
  '/accounts/*/email-security': both('Cloud Email Security:'),
  '/accounts/*/email/routing/addresses': both('Email Routing Addresses'),
  '/accounts/*/email/routing/rules': both('Email Routing Rules'),
  '/accounts/*/event_notifications': both('Workers R2 Storage'),
  '/accounts/*/firewall': both('Account Firewall Access Rules'),
  '/accounts/*/gateway': both('Zero Trust'),
  '/accounts/*/gateway/locations': [
    ...both('Zero Trust'),
    'Cloudflare Zero Trust Secure DNS Locations Write',
  ],
  '/accounts/*/hyperdrive': both('Hyperdrive'),
  '/accounts/*/iam/user_groups': [...both('Account Settings'), 'SCIM Provisioning'],
  '/accounts/*/images': both('Images'),
  '/accounts/*/load_balancers': both('Load Balancers'),
  '/accounts/*/load_balancers/monitors': both('Load Balancing: Monitors and Pools'),
  '/accounts/*/load_balancers/pools': both('Load Balancing: Monitors and Pools'),
  '/accounts/*/logpush': both('Logs'),
  '/accounts/*/magic': both('Magic Transit', 'Magic WAN'),
  '/accounts/*/magic/connectors': both('Magic WAN'),
  '/accounts/*/members': [...both('Account Settings'), 'SCIM Provisioning'],
  '/accounts/*/mnm': [...both('Magic Network Monitoring Config'), 'Magic Network Monitoring Admin'],
  '/accounts/*/mtls_certificates': both('Account: SSL and Certificates'),
  '/accounts/*/pages': both('Pages'),
  '/accounts/*/pipelines': both('Pipelines'),
  '/accounts/*/queues': both('Queues', 'Workers Scripts'),
  '/accounts/*/r2': both('Workers R2 Storage'),
  '/accounts/*/r2-catalog': both('Workers R2 Data Catalog'),
  '/accounts/*/roles': [...both('Account Settings'), 'SCIM Provisioning'],
  '/accounts/*/rules': both('Account Rule Lists'),
  '/accounts/*/rum': both('Account Settings'),
  '/accounts/*/secondary_dns': both('Account Settings'),
  '/accounts/*/secrets_store': both('Secrets Store'),
  '/accounts/*/sso_connectors': both('SSO Connector'),
  '/accounts/*/storage': both('Workers KV Storage'),
  '/accounts/*/stream': both('Stream'),
  '/accounts/*/subscriptions': both('Billing'),
  '/accounts/*/teamnet': both('Cloudflare One Networks', 'Cloudflare Tunnel'),
  '/accounts/*/tokens': both('Account API Tokens'),
  '/accounts/*/tokens/verify': [],
  '/accounts/*/vectorize': both('Vectorize'),
  '/accounts/*/waiting_rooms': ['Account Waiting Rooms Read'],
  '/accounts/*/warp_connector': both('Cloudflare One Connector: WARP', 'Cloudflare One Connectors'),
  '/accounts/*/workers': [...both('Workers Scripts'), 'Workers Tail Read'],
  '/accounts/*/workflows': [...both('Workers Scripts'), 'Workers Tail Read'],
  '/accounts/*/zerotrust/routes': both('Cloudflare One Networks', 'Cloudflare Tunnel'),
  '/accounts/*/zerotrust/subnets': both('Cloudflare One Networks'),
  '/accounts/*/zt_risk_scoring': both('Zero Trust'),
  '/memberships': both('Memberships'),
  '/organizations': both('User Details'),
  '/user$': both('User Details'),
  '/user/invites': both('Memberships'),
  '/user/organizations': both('Memberships'),
  '/user/tokens': both('API Tokens'),
  '/zones/*/acm': both('SSL and Certificates'),
  '/zones/*/addressing': both('DNS'),
  '/zones/*/argo': both('Zone Settings'),
  '/zones/*/bot_management': both('Bot Management'),
  '/zones/*/cache': both('Zone', 'Zone Settings'),
  '/zones/*/certificate_authorities': both('SSL and Certificates'),
  '/zones/*/client_certificates': both('SSL and Certificates'),
  '/zones/*/cloud_connector': both('Cloud Connector'),
  '/zones/*/content-upload-scan': both('Account WAF', 'Zone WAF'),
  '/zones/*/custom_certificates': both('Access: Mutual TLS Certificates', 'SSL and Certificates'),
  '/zones/*/custom_hostnames': both('SSL and Certificates'),
  '/zones/*/dcv_delegation': both('SSL and Certificates'),
  '/zones/*/devices': both('SSL and Certificates'),
  '/zones/*/dns_records': both('DNS'),
  '/zones/*/dns_settings': both('DNS', 'Zone DNS Settings'),
  '/zones/*/dnssec': both('DNS'),
  '/zones/*/email/routing': both('Zone Settings'),
  '/zones/*/email/routing/rules': both('Email Routing Rules'),
  '/zones/*/filters': both('Firewall Services'),
  '/zones/*/firewall': both('Firewall Services'),
  '/zones/*/healthchecks': both('Health Checks'),
  '/zones/*/hostnames': both('SSL and Certificates'),
  '/zones/*/leaked-credential-checks': both('Account WAF', 'Zone WAF'),
  '/zones/*/logs': both('Logs'),
  '/zones/*/origin_tls_client_auth': both('SSL and Certificates'),
  '/zones/*/page_shield': [
    ...both('Zone Settings'),
    'Domain Page Shield',
    'Domain Page Shield Read',
    'Page Shield',
    'Page Shield Read',
  ],
  '/zones/*/purge_cache': ['Cache Purge'],
  '/zones/*/rate_limits': both('Firewall Services'),
  '/zones/*/schema_validation': [
    'Account API Gateway',
    'Account API Gateway Read',
    'Domain API Gateway',
    'Domain API Gateway Read',
  ],
  '/zones/*/secondary_dns': [...both('DNS', 'Zone Settings'), 'Zone Write'],
  '/zones/*/settings': both('Zone Settings'),
  '/zones/*/snippets': both('Snippets'),
  '/zones/*/spectrum': both('Zone Settings'),
  '/zones/*/speed_api': both('Zone Settings'),
  '/zones/*/ssl': both('SSL and Certificates'),
  '/zones/*/subscription': both('Billing'),
  '/zones/*/waiting_rooms': both('Waiting Rooms'),
  '/zones/*/web3': both('Web3 Hostnames'),
  '/zones/*/workers': both('Workers Routes'),
};

/** Operations that read with a POST: `D1 Read` suffices for a query, and `Vectorize Read`. API reference. */
const readsByPost = /^POST \S+\/(?:query|raw|get_by_ids)$/;

/**
 * The permission groups of which one opens an operation.
 *
 * @param path template below the base path, with any names of variables
 * @returns undefined where no documentation was found
 */
export function findAcceptedGroups(method: string, path: string): readonly string[] | undefined {
  const plain = path.replaceAll(/\{[^}]*\}/g, '*');
  const groups = rows[`${plain}$`] ?? findBelow(plain);
  const reads = method === 'GET' || method === 'HEAD' || readsByPost.test(`${method} ${plain}`);
  if (reads || !groups) return groups;
  const writing = groups.filter((name) => !/ (?:Read|Report)$/.test(name));
  return writing.length > 0 ? writing : undefined;
}

/** The row of the longest path that a path is at or below. */
function findBelow(path: string): readonly string[] | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const groups = rows[path.slice(0, end)];
    if (groups) return groups;
  }
  return undefined;
}
