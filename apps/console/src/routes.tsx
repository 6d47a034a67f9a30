import { readOperator } from '@btbc/contract/operator/access.ts'
import { everyone } from '@btbc/contract/operator/rights.ts'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'

import { readOnce } from '#api/query.ts'
import { paths } from '#paths.ts'
import { token } from '#session.ts'
import { menuOf } from '#shell/menu.ts'
import { NotFound } from '#shell/NotFound.tsx'
import { Frame, Shell } from '#shell/Shell.tsx'

/** The table of contents. One line a screen. */

type Search = {
  id?: number
  way?: 'coin_withdrawal'
  /** By its name. */
  setting?: string
  /** Which screen whoever logs in goes back to. */
  back?: string
  /** A session has ended by itself. */
  ended?: true
}

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  validateSearch: (search: Record<string, unknown>): Search => {
    const id = Number(search['id'])
    return {
      ...(Number.isInteger(id) && id > 0 ? { id } : {}),
      ...(search['way'] === 'coin_withdrawal' ? { way: 'coin_withdrawal' as const } : {}),
      ...(typeof search['setting'] === 'string' ? { setting: search['setting'] } : {}),
      ...(typeof search['back'] === 'string' ? { back: search['back'] } : {}),
      ...(search['ended'] === true ? { ended: true as const } : {}),
    }
  },
})

const operator = createRoute({
  getParentRoute: () => root,
  id: 'operator',
  component: Frame,
  beforeLoad: ({ location }) => {
    if (token() === undefined) throw redirect(loginFrom(location))
  },
})

/** To the login, and back from there to where one was. */
export function loginFrom({ pathname, search }: { pathname: string; search: Search }) {
  const back = pathname === paths.login() ? {} : { back: pathname }
  return { to: paths.login(), search: { ...search, ...back } }
}

/** The same for whose session has ended, who is told so there. */
export function loginAgain(from: Parameters<typeof loginFrom>[0]) {
  const { to, search } = loginFrom(from)
  return { to, search: { ...search, ended: true as const } }
}

/** Before a screen that says by itself which day it is: with any answer the house's clock is known. */
const hearFirst = () => readOnce(readOperator, {}).catch(() => undefined)

/** Whoever may not read the overview begins at the first screen of their own menu. */
async function leadToOwn(): Promise<void> {
  const me = await hearFirst()
  const [first] = menuOf(me?.roles ?? everyone)
  if (first && first.to !== paths.overview()) throw redirect({ to: first.to })
}

type Before = { beforeLoad?: () => Promise<void>; loader?: () => Promise<unknown> }

const screen = <Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  before: Before = {},
) =>
  createRoute({
    getParentRoute: () => operator,
    path,
    component: lazyRouteComponent(load, name) as RouteComponent,
    ...before,
  })

const screens = [
  screen(paths.overview(), () => import('#screens/overview/OverviewScreen.tsx'), 'OverviewScreen', {
    beforeLoad: leadToOwn,
  }),
  screen(paths.identity(), () => import('#screens/queue/screens.tsx'), 'IdentityScreen'),
  screen(paths.deposits(), () => import('#screens/queue/screens.tsx'), 'DepositsScreen'),
  screen(paths.withdrawals(), () => import('#screens/queue/screens.tsx'), 'WithdrawalsScreen'),
  screen(paths.sellers(), () => import('#screens/queue/screens.tsx'), 'SellersScreen'),
  screen(paths.feedback(), () => import('#screens/queue/screens.tsx'), 'FeedbackScreen'),
  screen(paths.disputes(), () => import('#screens/disputes/DisputesScreen.tsx'), 'DisputesScreen'),
  screen(paths.pools(), () => import('#screens/pools/PoolsScreen.tsx'), 'PoolsScreen'),
  screen(paths.packets(), () => import('#screens/packets/PacketsScreen.tsx'), 'PacketsScreen'),
  screen(
    paths.campaigns(),
    () => import('#screens/campaigns/CampaignsScreen.tsx'),
    'CampaignsScreen',
    { loader: hearFirst },
  ),
  screen(paths.airdrops(), () => import('#screens/airdrops/AirdropsScreen.tsx'), 'AirdropsScreen'),
  screen(paths.claims(), () => import('#screens/queue/screens.tsx'), 'ClaimsScreen'),
  screen(paths.content(), () => import('#screens/content/ContentScreen.tsx'), 'ContentScreen'),
  screen(paths.contacts(), () => import('#screens/contacts/ContactsScreen.tsx'), 'ContactsScreen'),
  screen(paths.earn(), () => import('#screens/earn/EarnScreen.tsx'), 'EarnScreen'),
  screen(paths.settings(), () => import('#screens/settings/SettingsScreen.tsx'), 'SettingsScreen'),
  screen(paths.users(), () => import('#screens/users/UsersScreen.tsx'), 'UsersScreen'),
  screen(paths.sybil(), () => import('#screens/sybil/SybilScreen.tsx'), 'SybilScreen'),
  screen(
    paths.operators(),
    () => import('#screens/operators/OperatorsScreen.tsx'),
    'OperatorsScreen',
  ),
  screen(paths.reports(), () => import('#screens/reports/ReportsScreen.tsx'), 'ReportsScreen', {
    loader: hearFirst,
  }),
  screen(paths.audit(), () => import('#screens/audit/AuditScreen.tsx'), 'AuditScreen'),
  screen(paths.passkeys(), () => import('#screens/passkeys/PasskeysScreen.tsx'), 'PasskeysScreen'),
]

const join = createRoute({
  getParentRoute: () => root,
  path: paths.join(),
  component: lazyRouteComponent(() => import('#screens/join/JoinScreen.tsx'), 'JoinScreen'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login(),
  component: lazyRouteComponent(() => import('#screens/login/LoginScreen.tsx'), 'LoginScreen'),
  beforeLoad: () => {
    if (token() !== undefined) throw redirect({ to: paths.overview() })
  },
})

export const router = createRouter({
  routeTree: root.addChildren([login, join, operator.addChildren(screens)]),
  basepath: '/console',
  defaultPreload: 'intent',
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
