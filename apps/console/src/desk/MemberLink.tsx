import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { paths } from '#paths.ts'

/** The way to all that is known of a member. */
export function MemberLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Link to={paths.users()} search={{ id }} className="wrap-anywhere text-ac underline">
      {children}
    </Link>
  )
}
