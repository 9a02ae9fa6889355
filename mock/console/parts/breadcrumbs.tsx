import { Text } from './basics.tsx';

/** A step of the way to where the reader is; the last one has no address. */
export interface Crumb {
  readonly name: string;
  readonly href?: string;
}

/** The way to the shown place, for going back. */
export function Breadcrumbs({
  crumbs,
  label,
}: {
  readonly crumbs: readonly Crumb[];
  readonly label: string;
}) {
  return (
    <nav class="crumbs" aria-label={label}>
      <ol>
        {crumbs.map(({ name, href }, at) => (
          <li key={at}>
            {href === undefined ? (
              <span aria-current="location">
                <Text>{name}</Text>
              </span>
            ) : (
              <a href={href}>
                <Text>{name}</Text>
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
