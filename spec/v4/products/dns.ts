import { defineFailures, failure } from '../../failure.ts';

/** Failures of DNS records, with codes and texts that users report. */
export const dnsFailures = defineFailures({
  'dns-record-identical': failure(400, 81058).observed('An identical record already exists.'),
  'dns-host-taken': failure(400, 81053).observed(
    'An A, AAAA, or CNAME record with that host already exists.',
  ),
  'dns-alias-there': failure(400, 81054).observed('A CNAME record with that host already exists.'),
  'dns-delegation-there': failure(400, 81056).inferred('NS records with that host already exist'),
  'dns-content-invalid': failure(400, 9005).observed(
    'Content for {type} record must be a valid {what}.',
    'invented',
  ),
  'dns-name-invalid': failure(400, 9000).inferred('DNS name {name} is invalid: {problem}'),
  'dns-not-proxiable': failure(400, 9004).observed('This record type cannot be proxied.'),
  'dns-ttl-invalid': failure(400, 9021).inferred(
    'TTL is {ttl}: send {least} to {most} seconds, or 1 for automatic',
  ),
  'dns-file-invalid': failure(400, 9207).inferred('Line {line} of the zone file can not be read: {problem}'),
});

export const dnsLimits = {
  /** Seconds. 1 is automatic. */
  minTtl: 60,
  maxTtl: 86_400,
  /** Characters of a name, and of a part of it: RFC 1035. */
  nameLength: 253,
  labelLength: 63,
} as const;
