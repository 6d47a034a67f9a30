import { readOperator } from '@btbc/contract/operator/access.ts'
import { everyone } from '@btbc/contract/operator/rights.ts'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'

import { readOnce } from '#api/query.ts'
import { paths } from '#paths.ts'
import { token } from '#session.ts'
import { menuOf } from '#shell/menu.ts'
import { NotFound } from '#shell/NotFound.tsx'
import { Desk, Frame } from '#shell/Shell.tsx'

/** The table of contents. One line a screen. */

type Search = { id?: number; way?: 'coin_withdrawal' }

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFound,
  validateSearch: (search: Record<string, unknown>): Search => {
    const id = Number(search['id'])
    return {
      ...(Number.isInteger(id) && id > 0 ? { id } : {}),
      ...(search['way'] === 'coin_withdrawal' ? { way: 'coin_withdrawal' as const } : {}),
    }
  },
})

const operator = createRoute({
  getParentRoute: () => root,
  id: 'operator',
  component: Desk,
  beforeLoad: () => {
    if (token() === undefined) throw redirect({ to: paths.login() })
  },
})

/** Before a screen that says by itself which day it is: with any answer the house's clock is known. */
const hearFirst = () => readOnce(readOperator, {}).catch(() => undefined)

/** Whoever may not read the overview begins at the first screen of their own menu. */
async function leadToOwn(): Promise<void> {
  const me = await hearFirst()
  const [first] = menuOf(me?.roles ?? everyone)
  if (first && first.to !== paths.overview()) throw redirect({ to: first.to })
}

const screens = [
  createRoute({
    getParentRoute: () => operator,
    path: '/',
    component: lazyRouteComponent(
      () => import('#screens/overview/OverviewScreen.tsx'),
      'OverviewScreen',
    ),
    beforeLoad: leadToOwn,
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/identity',
    component: lazyRouteComponent(() => import('#screens/queue/screens.tsx'), 'IdentityScreen'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/deposits',
    component: lazyRouteComponent(() => import('#screens/queue/screens.tsx'), 'DepositsScreen'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/withdrawals',
    component: lazyRouteComponent(() => import('#screens/queue/screens.tsx'), 'WithdrawalsScreen'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/sellers',
    component: lazyRouteComponent(() => import('#screens/queue/screens.tsx'), 'SellersScreen'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/feedback',
    component: lazyRouteComponent(() => import('#screens/queue/screens.tsx'), 'FeedbackScreen'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/disputes',
    component: lazyRouteComponent(
      () => import('#screens/disputes/DisputesScreen.tsx'),
      'DisputesScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/pools',
    component: lazyRouteComponent(() => import('#screens/pools/PoolsScreen.tsx'), 'PoolsScreen'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/packets',
    component: lazyRouteComponent(
      () => import('#screens/packets/PacketsScreen.tsx'),
      'PacketsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/campaigns',
    loader: hearFirst,
    component: lazyRouteComponent(
      () => import('#screens/campaigns/CampaignsScreen.tsx'),
      'CampaignsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/airdrops',
    component: lazyRouteComponent(
      () => import('#screens/airdrops/AirdropsScreen.tsx'),
      'AirdropsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/claims',
    component: lazyRouteComponent(() => import('#screens/queue/screens.tsx'), 'ClaimsScreen'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/content',
    component: lazyRouteComponent(
      () => import('#screens/content/ContentScreen.tsx'),
      'ContentScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/contacts',
    component: lazyRouteComponent(
      () => import('#screens/contacts/ContactsScreen.tsx'),
      'ContactsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/earn',
    component: lazyRouteComponent(() => import('#screens/earn/EarnScreen.tsx'), 'EarnScreen'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/settings',
    component: lazyRouteComponent(
      () => import('#screens/settings/SettingsScreen.tsx'),
      'SettingsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/users',
    component: lazyRouteComponent(() => import('#screens/users/UsersScreen.tsx'), 'UsersScreen'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/groups',
    component: lazyRouteComponent(() => import('#screens/sybil/SybilScreen.tsx'), 'SybilScreen'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/operators',
    component: lazyRouteComponent(
      () => import('#screens/operators/OperatorsScreen.tsx'),
      'OperatorsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/reports',
    loader: hearFirst,
    component: lazyRouteComponent(
      () => import('#screens/reports/ReportsScreen.tsx'),
      'ReportsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/audit',
    component: lazyRouteComponent(() => import('#screens/audit/AuditScreen.tsx'), 'AuditScreen'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/passkeys',
    component: lazyRouteComponent(
      () => import('#screens/passkeys/PasskeysScreen.tsx'),
      'PasskeysScreen',
    ),
  }),
]

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: lazyRouteComponent(() => import('#screens/join/JoinScreen.tsx'), 'JoinScreen'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
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
