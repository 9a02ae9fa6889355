import type { Command } from 'commander';

/** Adds the command `webhook-certificate`. */
export function addWebhookCertificate(program: Command): void {
  program
    .command('webhook-certificate')
    .description(
      'make a certificate for a webhook receiver: conform presents it, serve trusts it with --webhook-ca',
    )
    .argument('<file>', 'PEM file to write certificate and key to')
    .argument('[name...]', 'names and IPv4 addresses of the receiver (default: localhost and 127.0.0.1)')
    .action(async (file: string, names: readonly string[]) => {
      const { writeWebhookCertificate } = await import('./certificates.ts');
      await writeWebhookCertificate(file, names);
    });
}
