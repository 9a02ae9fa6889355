/** Whether a bucket may have this name: lower-case letters, digits and hyphens, none of those at an end. */
export function isBucketName(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(name);
}
