import { ApiError, type FailureName } from '../../../spec/errors.ts';
import { customHostnameLimits, metadataPlans } from '../../../spec/services/custom-hostnames/schemas.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';

/** The failures of one member with a hostname. */
interface HostnameFailures {
  readonly invalid: FailureName;
  readonly nonAscii: FailureName;
  readonly reserved: FailureName;
  readonly unparsable: FailureName;
  readonly prohibited: FailureName;
}

const ofHostname: HostnameFailures = {
  invalid: 'hostname-invalid',
  nonAscii: 'hostname-non-ascii',
  reserved: 'hostname-reserved',
  unparsable: 'hostname-unparsable',
  prohibited: 'hostname-prohibited',
};

const ofOrigin: HostnameFailures = {
  invalid: 'hostname-origin-invalid',
  nonAscii: 'hostname-origin-non-ascii',
  reserved: 'hostname-origin-reserved',
  unparsable: 'hostname-origin-unparsable',
  prohibited: 'hostname-origin-prohibited',
};

const reservedTops: ReadonlySet<string> = new Set(['test', 'example', 'invalid', 'localhost']);
const prohibited = /(?:^|\.)(example\.(?:com|net|org))$/;
const beyondAscii = /[^\p{ASCII}]/u;
const allowed = /^[a-z0-9._-]+$/;
const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** The dependencies of hostname checks. */
export interface HostnameCheck {
  /** Refuse `*.localhost`, as the platform does. */
  readonly strict: boolean;
  /** Called when the mock accepts a hostname that the platform refuses. */
  readonly restsOn: (certainty: 'inferred') => void;
}

/**
 * A custom hostname in lower case: Cloudflare docs, Custom hostname status codes, codes 1407 to 1411.
 *
 * @throws ApiError
 *
 * @example
 * checkHostname('Shop.customer.localhost', check); // 'shop.customer.localhost'
 */
export function checkHostname(input: string, check: HostnameCheck): string {
  return checkName(input, check, ofHostname, '/hostname', true);
}

/**
 * The hostname of a custom origin in lower case: codes 1415 to 1420.
 *
 * @throws ApiError
 */
export function checkOriginHostname(input: string, check: HostnameCheck, pointer: string): string {
  if (input.startsWith('*.')) throw new ApiError('hostname-origin-wildcard', { hostname: input }, pointer);
  return checkName(input, check, ofOrigin, pointer, false);
}

/** Whether a text could be a part of a hostname, as `hostname.contain` requires. */
export function isHostnamePart(text: string): boolean {
  const name = text.toLowerCase();
  return (
    name.length <= customHostnameLimits.hostname &&
    !ipv4.test(name) &&
    allowed.test(name.replace(/^\*\./, ''))
  );
}

function checkName(
  input: string,
  { strict, restsOn }: HostnameCheck,
  failures: HostnameFailures,
  pointer: string,
  wildcards: boolean,
): string {
  const hostname = input.toLowerCase();
  const fail = (failure: FailureName, detail: Record<string, string> = {}) =>
    new ApiError(failure, { hostname: input, ...detail }, pointer);
  if (beyondAscii.test(input)) throw fail(failures.nonAscii);
  const base = wildcards ? hostname.replace(/^\*\./, '') : hostname;
  if (hostname.length > customHostnameLimits.hostname || !allowed.test(base) || ipv4.test(base)) {
    throw fail(failures.invalid);
  }
  const labels = base.split('.');
  const broken = labels.find((part) => !label.test(part));
  if (broken !== undefined) throw fail(failures.unparsable, { reason: `the label "${broken}" is malformed` });
  const top = labels.at(-1) as string; // a split text has a last part
  if (reservedTops.has(top) && (strict || top !== 'localhost'))
    throw fail(failures.reserved, { suffix: top });
  const suffix = prohibited.exec(base)?.[1];
  if (suffix !== undefined) throw fail(failures.prohibited, { suffix });
  if (labels.length < 2) {
    throw fail(failures.unparsable, { reason: `publicsuffix: cannot derive eTLD+1 for domain "${base}"` });
  }
  if (top === 'localhost') restsOn('inferred');
  return hostname;
}

/** Valid custom metadata, and its JSON text for rules. */
export interface CheckedMetadata {
  readonly value: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const pointer = '/custom_metadata';

/**
 * Checks the metadata of a hostname.
 *
 * @param without ids of zones without access to custom metadata
 * @throws ApiError `hostname-metadata-denied`, `-wildcard` or `-too-large`
 */
export function checkMetadata(
  zone: ZoneTenant,
  hostname: string,
  value: Readonly<Record<string, unknown>>,
  without: ReadonlySet<string>,
): CheckedMetadata {
  if (without.has(zone.id) || !metadataPlans.includes(zone.zone.plan.legacy_id)) {
    throw new ApiError('hostname-metadata-denied', {}, pointer);
  }
  if (hostname.startsWith('*.')) throw new ApiError('hostname-metadata-wildcard', { hostname }, pointer);
  const text = JSON.stringify(value);
  const size = new TextEncoder().encode(text).length;
  const limit = customHostnameLimits.metadataBytes;
  if (size > limit) throw new ApiError('hostname-metadata-too-large', { size, limit }, pointer);
  return { value, text };
}
