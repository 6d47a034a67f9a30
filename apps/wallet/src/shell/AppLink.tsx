import { InSheet } from '@btbc/ui/covers.ts'
import { Link } from '@tanstack/react-router'
import { useContext, type ComponentProps } from 'react'

type AppLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** From paths.ts. */
  to: string
}

const exactly = { exact: true, includeSearch: false }
const hereProps = { 'aria-current': 'page' as const }

/** A link within the app; its screen is fetched when a finger comes down on it. */
export function AppLink({ to, ...rest }: AppLinkProps) {
  const inSheet = useContext(InSheet)
  const [path, query] = to.split('?')
  // The router would have every path as a literal; ours are checked by paths.test.ts instead.
  const anchor = rest as ComponentProps<typeof Link>
  return (
    <Link
      {...anchor}
      to={path as '/'}
      replace={inSheet}
      search={Object.fromEntries(new URLSearchParams(query)) as never}
      activeOptions={exactly}
      activeProps={hereProps}
    />
  )
}
