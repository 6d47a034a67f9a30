import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'

import { loadMoreTexts } from '#i18n/language.ts'
import { paths, safeBack } from '#paths.ts'
import { FrontDoor, openFrontDoor } from '#screens/first-page/FrontDoor.tsx'
import { NotFound } from '#shell/NotFound.tsx'
import { ScreenFailed } from '#shell/ScreenFailed.tsx'
import { Shell } from '#shell/Shell.tsx'
import { ensureMember, isLoggedIn } from '#session.ts'

/** The table of contents. One line a screen; each is loaded when it is first looked at. */

type Search = {
  back?: string
  code?: string
  from?: string
  to?: string
  t?: string
  wallet?: string
  currency?: string
  side?: string
  type?: string
  api?: string
  result?: string
  order?: string
}

/** What they say came with the app; held against their code by first-screens.test.ts. */
const firstScreens: ReadonlySet<string> = new Set([
  paths.home(),
  paths.login(),
  paths.register(),
  paths.forget(),
  paths.exchange(),
])

async function ensureTexts(pathname: string): Promise<void> {
  if (!firstScreens.has(pathname)) await loadMoreTexts()
}

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  validateSearch: (search: Search): Search => search,
})

/** For members: without a token to /login, and back here afterwards. */
const member = createRoute({
  getParentRoute: () => root,
  id: 'member',
  beforeLoad: async ({ location }) => {
    if (!isLoggedIn()) throw redirect({ href: paths.login(location.href) })
    await Promise.all([
      ensureTexts(location.pathname),
      // Not knowing the member's id is no reason to keep them out.
      ensureMember().catch(() => undefined),
    ])
  },
})

/** For everybody. */
const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  beforeLoad: async ({ location }) => await ensureTexts(location.pathname),
})

/** For visitors: who is logged in already goes on. No tab bar. */
const visitor = createRoute({
  getParentRoute: () => root,
  id: 'visitor',
  staticData: { tabs: false },
  beforeLoad: async ({ location, search }) => {
    if (isLoggedIn()) throw redirect({ href: safeBack(search.back) })
    await ensureTexts(location.pathname)
  },
})

const memberScreens = member.addChildren([
  createRoute({
    getParentRoute: () => member,
    path: '/notice',
    component: lazyRouteComponent(
      () => import('#screens/notices/NoticesScreen.tsx'),
      'NoticesScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/notice/$id',
    component: lazyRouteComponent(
      () => import('#screens/notices/NoticeScreen.tsx'),
      'NoticeScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/Actives',
    component: lazyRouteComponent(
      () => import('#screens/activities/ActivitiesScreen.tsx'),
      'ActivitiesScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/info',
    component: lazyRouteComponent(() => import('#screens/articles/InfoScreens.tsx'), 'InfoScreen'),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/info1',
    component: lazyRouteComponent(() => import('#screens/articles/InfoScreens.tsx'), 'Info1Screen'),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/info2',
    component: lazyRouteComponent(() => import('#screens/articles/InfoScreens.tsx'), 'Info2Screen'),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/info3',
    component: lazyRouteComponent(() => import('#screens/articles/InfoScreens.tsx'), 'Info3Screen'),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/info4',
    component: lazyRouteComponent(() => import('#screens/articles/InfoScreens.tsx'), 'Info4Screen'),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/recharge',
    component: lazyRouteComponent(
      () => import('#screens/recharge/RechargeScreen.tsx'),
      'RechargeScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/transfer',
    component: lazyRouteComponent(
      () => import('#screens/transfer/TransferScreen.tsx'),
      'TransferScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/withdrawal',
    component: lazyRouteComponent(
      () => import('#screens/withdrawal/WithdrawalScreen.tsx'),
      'WithdrawalScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/BankWithdrawal',
    component: lazyRouteComponent(
      () => import('#screens/bank-withdrawal/BankWithdrawalScreen.tsx'),
      'BankWithdrawalScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/statement',
    component: lazyRouteComponent(
      () => import('#screens/statement/StatementScreen.tsx'),
      'StatementScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/Ucenter',
    component: lazyRouteComponent(
      () => import('#screens/account/AccountScreen.tsx'),
      'AccountScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/identity',
    component: lazyRouteComponent(
      () => import('#screens/identity/IdentityScreen.tsx'),
      'IdentityScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/security',
    component: lazyRouteComponent(
      () => import('#screens/security/SecurityScreen.tsx'),
      'SecurityScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/security/password',
    component: lazyRouteComponent(
      () => import('#screens/security/PasswordScreen.tsx'),
      'PasswordScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/security/sessions',
    component: lazyRouteComponent(
      () => import('#screens/security/SessionsScreen.tsx'),
      'SessionsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/security/passkeys',
    component: lazyRouteComponent(
      () => import('#screens/security/PasskeysScreen.tsx'),
      'PasskeysScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/security/authenticator',
    component: lazyRouteComponent(
      () => import('#screens/security/AuthenticatorScreen.tsx'),
      'AuthenticatorScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/security/pin',
    component: lazyRouteComponent(
      () => import('#screens/security/FundPinScreen.tsx'),
      'FundPinScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/security/recovery',
    component: lazyRouteComponent(
      () => import('#screens/security/RecoveryCodesScreen.tsx'),
      'RecoveryCodesScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/security/phrase',
    component: lazyRouteComponent(
      () => import('#screens/security/PhraseScreen.tsx'),
      'PhraseScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/security/mail',
    component: lazyRouteComponent(
      () => import('#screens/security/ContactScreen.tsx'),
      'MailScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/security/phone',
    component: lazyRouteComponent(
      () => import('#screens/security/ContactScreen.tsx'),
      'PhoneScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/security/keys',
    component: lazyRouteComponent(
      () => import('#screens/security/ApiKeysScreen.tsx'),
      'ApiKeysScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/Miner',
    component: lazyRouteComponent(
      () => import('#screens/machines/MachinesScreen.tsx'),
      'MachinesScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/shop',
    component: lazyRouteComponent(() => import('#screens/shop/ShopScreen.tsx'), 'ShopScreen'),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/share',
    component: lazyRouteComponent(() => import('#screens/share/ShareScreen.tsx'), 'ShareScreen'),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/assets3',
    component: lazyRouteComponent(() => import('#screens/wallet/WalletScreen.tsx'), 'WalletScreen'),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/BankRecharge',
    component: lazyRouteComponent(
      () => import('#screens/gateway-deposit/GatewayDepositScreen.tsx'),
      'GatewayDepositScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/BankRecharge2',
    component: lazyRouteComponent(
      () => import('#screens/bank-deposit/BankDepositScreen.tsx'),
      'BankDepositScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/assets',
    component: lazyRouteComponent(() => import('#screens/assets/AssetsScreen.tsx'), 'AssetsScreen'),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/income',
    component: lazyRouteComponent(() => import('#screens/income/IncomeScreen.tsx'), 'IncomeScreen'),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/machines',
    beforeLoad: () => {
      throw redirect({ href: paths.machines() })
    },
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/team',
    beforeLoad: () => {
      throw redirect({ href: paths.team() })
    },
  }),
])

const openScreens = open.addChildren([
  createRoute({
    getParentRoute: () => open,
    path: '/',
    beforeLoad: openFrontDoor,
    component: FrontDoor,
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/Info',
    component: lazyRouteComponent(() => import('#screens/market/MarketScreen.tsx'), 'MarketScreen'),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/Info/$id',
    component: lazyRouteComponent(
      () => import('#screens/articles/ArticleScreen.tsx'),
      'ArticleScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/kline',
    // The chart is for everybody, the team for its member.
    beforeLoad: ({ location, search }) => {
      if (search.from !== 'exchange' && !isLoggedIn())
        throw redirect({ href: paths.login(location.href) })
    },
    component: lazyRouteComponent(() => import('#screens/exchange/KlineScreen.tsx'), 'KlineScreen'),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/chart',
    component: lazyRouteComponent(() => import('#screens/exchange/ChartScreen.tsx'), 'ChartScreen'),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/exchange',
    component: lazyRouteComponent(
      () => import('#screens/exchange/ExchangeScreen.tsx'),
      'ExchangeScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/terms',
    component: lazyRouteComponent(() => import('#screens/terms/TermsScreen.tsx'), 'TermsScreen'),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/Kefu',
    component: lazyRouteComponent(
      () => import('#screens/support/SupportScreen.tsx'),
      'SupportScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/whitePaper',
    component: lazyRouteComponent(
      () => import('#screens/white-paper/WhitePaperScreen.tsx'),
      'WhitePaperScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/help',
    component: lazyRouteComponent(() => import('#screens/help/HelpScreen.tsx'), 'HelpScreen'),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/about',
    component: lazyRouteComponent(() => import('#screens/about/AboutScreen.tsx'), 'AboutScreen'),
  }),
  // The articles speak of the proof; it stands on the page about us.
  createRoute({
    getParentRoute: () => open,
    path: '/proof',
    beforeLoad: () => {
      throw redirect({ href: paths.proof(), replace: true })
    },
  }),
])

const visitorScreens = visitor.addChildren([
  createRoute({
    getParentRoute: () => visitor,
    path: '/login',
    component: lazyRouteComponent(() => import('#screens/login/LoginScreen.tsx'), 'LoginScreen'),
  }),
  createRoute({
    getParentRoute: () => visitor,
    path: '/register',
    component: lazyRouteComponent(
      () => import('#screens/register/RegisterScreen.tsx'),
      'RegisterScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => visitor,
    path: '/forget',
    component: lazyRouteComponent(() => import('#screens/forget/ForgetScreen.tsx'), 'ForgetScreen'),
  }),
])

export const router = createRouter({
  routeTree: root.addChildren([memberScreens, openScreens, visitorScreens]),
  caseSensitive: true,
  defaultErrorComponent: ScreenFailed,
  defaultPreload: 'intent',
  defaultViewTransition: true,
  scrollRestoration: true,
  // Queries are text here, as they are in a link: a code such as 007 stays what it is.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const query = new URLSearchParams(
      Object.entries(search).filter((pair): pair is [string, string] => Boolean(pair[1])),
    )
    return query.size > 0 ? `?${query}` : ''
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** False where the tab bar would lead away from a form. */
    tabs?: boolean
  }
}
