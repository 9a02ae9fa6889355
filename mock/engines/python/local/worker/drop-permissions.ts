import process from 'node:process';

/** What Node lets a thread give back, from 24.21 on. */
interface Permission {
  drop?(scope: string): void;
}

/**
 * Gives back what a thread may do and does not need once its modules are loaded: reading, and threads, which Node would
 * start without any bounds. Deno has one set of permissions for all threads, which is narrow enough.
 */
export function dropPermissions(): void {
  const { permission }: { permission?: Permission } = process;
  for (const scope of ['fs.read', 'worker']) permission?.drop?.(scope);
}
