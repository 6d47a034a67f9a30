import { say } from '@btbc/contract/operator/operator-text.ts'
import {
  everyone,
  isAllowed,
  readers,
  type Role,
  type Work,
} from '@btbc/contract/operator/rights.ts'
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BadgeCheck,
  ChartColumn,
  CloudDownload,
  Fingerprint,
  Gauge,
  Gift,
  Headset,
  IdCard,
  KeyRound,
  Landmark,
  type LucideIcon,
  MessagesSquare,
  Newspaper,
  Scale,
  ScrollText,
  SlidersHorizontal,
  Sprout,
  Store,
  Trophy,
  UserCog,
  Users,
} from 'lucide-react'

import { paths } from '#paths.ts'

type Item = {
  to: string
  name: string
  icon: LucideIcon
  works?: readonly Work[]
  /** Whose it is, where it is not that of all who read of members. */
  roles?: readonly Role[]
}

/** The screens of the console, in the order in which they are most needed. */
export const menu: readonly Item[] = [
  { to: paths.overview(), name: say('shell.overview'), icon: Gauge },
  { to: paths.identity(), name: say('shell.identity'), icon: IdCard, works: ['identity'] },
  {
    to: paths.deposits(),
    name: say('shell.deposits'),
    icon: ArrowDownToLine,
    works: ['bank_deposit'],
  },
  {
    to: paths.withdrawals(),
    name: say('shell.withdrawals'),
    icon: ArrowUpFromLine,
    works: ['bank_withdrawal', 'coin_withdrawal'],
  },
  { to: paths.sellers(), name: say('shell.sellers'), icon: Store, works: ['seller'] },
  {
    to: paths.feedback(),
    name: say('shell.feedback'),
    icon: MessagesSquare,
    works: ['feedback'],
  },
  { to: paths.disputes(), name: say('shell.disputes'), icon: Scale, works: ['dispute'] },
  { to: paths.pools(), name: say('shell.pools'), icon: Landmark },
  { to: paths.packets(), name: say('shell.packets'), icon: Gift },
  { to: paths.campaigns(), name: say('shell.campaigns'), icon: Trophy },
  { to: paths.airdrops(), name: say('shell.airdrops'), icon: CloudDownload },
  {
    to: paths.claims(),
    name: say('shell.claims'),
    icon: BadgeCheck,
    works: ['campaign_claim'],
  },
  { to: paths.content(), name: say('shell.content'), icon: Newspaper, roles: everyone },
  { to: paths.contacts(), name: say('shell.contacts'), icon: Headset, roles: everyone },
  { to: paths.earn(), name: say('shell.earn'), icon: Sprout },
  { to: paths.settings(), name: say('shell.settings'), icon: SlidersHorizontal },
  { to: paths.users(), name: say('shell.users'), icon: Users },
  { to: paths.sybil(), name: say('shell.sybil'), icon: Fingerprint },
  { to: paths.operators(), name: say('shell.operators'), icon: UserCog },
  { to: paths.reports(), name: say('shell.reports'), icon: ChartColumn },
  { to: paths.audit(), name: say('shell.audit'), icon: ScrollText },
  { to: paths.passkeys(), name: say('shell.passkeys'), icon: KeyRound, roles: everyone },
]

/** What somebody of these roles may open. The first is where they begin. */
export function menuOf(roles: readonly Role[]): readonly Item[] {
  return menu.filter((item) => isAllowed(roles, item.roles ?? readers))
}
