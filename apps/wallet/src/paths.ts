/** Every address of the app. Nobody writes a URL by hand; the snapshot in paths.test.ts is the list. */

type Query = Record<string, string | number | undefined>

/** What stands behind a path: all that has a value, a number as its text. */
export function queryOf(query: Query): string {
  const given = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1])),
  )
  return given.size > 0 ? `?${given}` : ''
}

function withQuery(path: string, query: Query): string {
  return path + queryOf(query)
}

export const paths = {
  home: () => '/',
  /** Through the first page: who was invited sees first what this is. */
  invite: (code: string) => withQuery('/', { code }),
  login: (back?: string) => withQuery('/login', { back }),
  register: (code?: string) => withQuery('/register', { code }),
  forget: () => '/forget',
  support: () => '/Kefu',
  whitePaper: () => '/whitePaper',
  feedback: () => '/feedback',
  newFeedback: () => '/feedback/new',
  thread: (id: number) => `/feedback/${id}`,
  notices: () => '/notice',
  noticeSettings: () => '/notice/settings',
  notice: (id: number) => `/notice/${id}`,
  market: () => '/Info',
  article: (id: number | 'activities' | 'rules') => `/Info/${id}`,
  info: () => '/info',
  promotion: (number: 1 | 2 | 3 | 4) => `/info${number}`,
  about: () => '/about',
  proof: () => '/proof',
  lab: () => '/lab',
  /** Not a screen: the server's own page about its calls. */
  apiPage: () => '/docs',
  activities: () => '/Actives',
  help: () => '/help',
  share: () => '/share',
  team: (from?: 'exchange') => withQuery('/kline', { from }),
  /** A market by the id of its coin; without one, the pair that was looked at last. */
  exchange: (currency?: number, side?: 'buy' | 'sell') =>
    withQuery('/exchange', { currency, side }),
  /** Also at `/kline?from=exchange`, as the seeds have it. */
  chart: (currency?: number) => withQuery('/chart', { currency }),
  machines: () => '/Miner',
  shop: () => '/shop',
  lockPlan: () => '/trade',
  funds: () => '/Bank',
  /** Of one contract: `lock` or `fund`, and its number. */
  calendar: (one: { type?: string; id?: string } = {}) => withQuery('/calendar', one),
  checkIn: () => '/sign',
  redeem: () => '/redeem',
  /** The latest one without an id. */
  campaign: (id?: number) => withQuery('/campaign', { id }),
  wallet: () => '/assets3',
  assets: () => '/assets',
  /** `api` as a client of the seeds is given it; only paths of the contract are ever called. */
  gatewayDeposit: (query: { type?: string; api?: string; code?: string } = {}) =>
    withQuery('/BankRecharge', query),
  bankDeposit: () => '/BankRecharge2',
  /** The id of the coin: 3. */
  recharge: (currency?: number) => withQuery('/recharge', { currency }),
  /** From and to which of the own accounts, and what. */
  transfer: (way: { from?: string; to?: string; coin?: string; amount?: string } = {}) =>
    withQuery('/transfer', way),
  /** A coin by its id. */
  withdrawal: (currency?: number) => withQuery('/withdrawal', { currency }),
  /** `code` is the platform, as the seeds link it. */
  bankWithdrawal: (query: { type?: string; code?: string } = {}) =>
    withQuery('/BankWithdrawal', query),
  /** One account in one coin: `change` and 3. */
  statement: (wallet?: string, currency?: number) => withQuery('/statement', { wallet, currency }),
  /** `t` as the records are asked for: 1 deposits, 2 mining, 3 withdrawals, 4 trades, 5 starts. */
  income: (t?: string) => withQuery('/income', { t }),
  payees: () => '/payments',
  buy: () => '/buy',
  deal: (id: number) => `/detail?id=${id}`,
  deals: () => '/upstart',
  seller: () => '/seller',
  /** A new one without an id. */
  offer: (id?: number) => withQuery('/seller/offer', { id }),
  account: () => '/Ucenter',
  identity: () => '/identity',
  security: () => '/security',
  password: () => '/security/password',
  sessions: () => '/security/sessions',
  passkeys: () => '/security/passkeys',
  authenticator: () => '/security/authenticator',
  fundPin: () => '/security/pin',
  recoveryCodes: () => '/security/recovery',
  phrase: () => '/security/phrase',
  mail: () => '/security/mail',
  phone: () => '/security/phone',
  apiKeys: () => '/security/keys',
  terms: () => '/terms',
} as const

/** The number of a row as an address has it; nothing where no row can have it. */
export function idIn(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

/** Where to go after login: an address of ours, or home. */
export function safeBack(back: string | undefined): string {
  return back && /^\/(?![/\\])/.test(back) ? back : paths.home()
}

/** One step up from screens that stand below another than home. */
const above: readonly (readonly [below: RegExp, path: string])[] = [
  [/^\/security\/./, paths.security()],
  [/^\/(security|identity|sign|redeem|payments|seller)$/, paths.account()],
  [/^\/seller\/./, paths.seller()],
  [/^\/detail$/, paths.deals()],
  [/^\/upstart$/, paths.buy()],
  [/^\/notice\/./, paths.notices()],
  [/^\/feedback\/./, paths.feedback()],
  [/^\/(info[123]|campaign)$/, paths.activities()],
  [/^\/(Info\/.|exchange$)/, paths.market()],
  [/^\/(chart$|kline\?from=exchange)/, paths.exchange()],
  [
    /^\/(trade|Bank|recharge|transfer|withdrawal|statement|BankRecharge2?|BankWithdrawal|buy)$/,
    paths.wallet(),
  ],
  [/^\/calendar$/, paths.funds()],
  [/^\/income$/, paths.assets()],
  [/^\/terms$/, paths.register()],
  [/^\/(register|forget)$/, paths.login()],
]

/** Where back leads from a screen that was opened by its address. */
export function parentOf(pathname: string, search = ''): string {
  const found = above.find(([below]) => below.test(pathname) || below.test(pathname + search))
  return found?.[1] ?? paths.home()
}
