import { InSheet } from '@btbc/ui/covers.ts'
import { Link } from '@tanstack/react-router'
import { useContext, type ComponentProps } from 'react'

/** The looks of a link among words, in a banner or below an empty list. */
export const linkClass = 'press inline-flex min-h-11 items-center font-semibold text-ac underline'

type AppLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** From paths.ts. */
  to: string
}

const exactly = { exact: true, includeSearch: false }
const hereProps = { 'aria-current': 'page' as const }

/** A link within the app; its screen is fetched when a finger comes down on it. */
export function AppLink({ to, ...rest }: AppLinkProps) {
  const inSheet = useContext(InSheet)
  const { pathname, searchParams, hash } = new URL(to, location.origin)
  const anchor = rest as ComponentProps<typeof Link>
  return (
    <Link
      {...anchor}
      to={pathname}
      replace={inSheet}
      search={Object.fromEntries(searchParams) as never}
      {...(hash && { hash: hash.slice(1) })}
      activeOptions={exactly}
      activeProps={hereProps}
    />
  )
}
