import { expect, test } from 'vitest'

import { parentOf, paths, safeBack } from '#paths.ts'

test('every address of the app', () => {
  expect({
    home: paths.home(),
    invite: paths.invite('AB 12'),
    login: paths.login('/notice/3?x=1'),
    register: paths.register('AB 12'),
    registerPlain: paths.register(),
    forget: paths.forget(),
    support: paths.support(),
    whitePaper: paths.whitePaper(),
    notices: paths.notices(),
    notice: paths.notice(156),
    market: paths.market(),
    article: paths.article(7),
    info: paths.info(),
    promotions: [paths.promotion(1), paths.promotion(2), paths.promotion(3), paths.promotion(4)],
    about: paths.about(),
    activities: paths.activities(),
    help: paths.help(),
    share: paths.share(),
    team: paths.team(),
    teamFromExchange: paths.team('exchange'),
    exchange: paths.exchange(),
    exchangeOfBtbc: paths.exchange(28),
    exchangeToSell: paths.exchange(1, 'sell'),
    chart: paths.chart(),
    chartOfBtbc: paths.chart(28),
    machines: paths.machines(),
    shop: paths.shop(),
    lockPlan: paths.lockPlan(),
    funds: paths.funds(),
    checkIn: paths.checkIn(),
    redeem: paths.redeem(),
    wallet: paths.wallet(),
    assets: paths.assets(),
    recharge: paths.recharge(3),
    transfer: paths.transfer(),
    gatewayDeposit: paths.gatewayDeposit(),
    gatewayDepositBy: paths.gatewayDeposit({ type: '2', api: '/pay/bkash', code: 'nagad' }),
    bankDeposit: paths.bankDeposit(),
    withdrawal: paths.withdrawal(),
    withdrawalOfBnb: paths.withdrawal('18'),
    bankWithdrawal: paths.bankWithdrawal(),
    bankWithdrawalToAnyCard: paths.bankWithdrawal({ code: 'anyonecard' }),
    statement: paths.statement('change', 3),
    income: paths.income(),
    payees: paths.payees(),
    buy: paths.buy(),
    deal: paths.deal(7),
    deals: paths.deals(),
    seller: paths.seller(),
    offer: paths.offer(),
    offerToChange: paths.offer(7),
    account: paths.account(),
    identity: paths.identity(),
    security: paths.security(),
    password: paths.password(),
    sessions: paths.sessions(),
    passkeys: paths.passkeys(),
    authenticator: paths.authenticator(),
    fundPin: paths.fundPin(),
    recoveryCodes: paths.recoveryCodes(),
    phrase: paths.phrase(),
    mail: paths.mail(),
    phone: paths.phone(),
    apiKeys: paths.apiKeys(),
    terms: paths.terms(),
  }).toMatchInlineSnapshot(`
    {
      "about": "/about",
      "account": "/Ucenter",
      "activities": "/Actives",
      "apiKeys": "/security/keys",
      "article": "/Info/7",
      "assets": "/assets",
      "authenticator": "/security/authenticator",
      "bankDeposit": "/BankRecharge2",
      "bankWithdrawal": "/BankWithdrawal",
      "bankWithdrawalToAnyCard": "/BankWithdrawal?code=anyonecard",
      "buy": "/buy",
      "chart": "/chart",
      "chartOfBtbc": "/chart?currency=28",
      "checkIn": "/sign",
      "deal": "/detail?id=7",
      "deals": "/upstart",
      "exchange": "/exchange",
      "exchangeOfBtbc": "/exchange?currency=28",
      "exchangeToSell": "/exchange?currency=1&side=sell",
      "forget": "/forget",
      "fundPin": "/security/pin",
      "funds": "/Bank",
      "gatewayDeposit": "/BankRecharge",
      "gatewayDepositBy": "/BankRecharge?type=2&api=%2Fpay%2Fbkash&code=nagad",
      "help": "/help",
      "home": "/",
      "identity": "/identity",
      "income": "/income",
      "info": "/info",
      "invite": "/?code=AB+12",
      "lockPlan": "/trade",
      "login": "/login?back=%2Fnotice%2F3%3Fx%3D1",
      "machines": "/Miner",
      "mail": "/security/mail",
      "market": "/Info",
      "notice": "/notice/156",
      "notices": "/notice",
      "offer": "/seller/offer",
      "offerToChange": "/seller/offer?id=7",
      "passkeys": "/security/passkeys",
      "password": "/security/password",
      "payees": "/payments",
      "phone": "/security/phone",
      "phrase": "/security/phrase",
      "promotions": [
        "/info1",
        "/info2",
        "/info3",
        "/info4",
      ],
      "recharge": "/recharge?currency=3",
      "recoveryCodes": "/security/recovery",
      "redeem": "/redeem",
      "register": "/register?code=AB+12",
      "registerPlain": "/register",
      "security": "/security",
      "seller": "/seller",
      "sessions": "/security/sessions",
      "share": "/share",
      "shop": "/shop",
      "statement": "/statement?wallet=change&currency=3",
      "support": "/Kefu",
      "team": "/kline",
      "teamFromExchange": "/kline?from=exchange",
      "terms": "/terms",
      "transfer": "/transfer",
      "wallet": "/assets3",
      "whitePaper": "/whitePaper",
      "withdrawal": "/withdrawal",
      "withdrawalOfBnb": "/withdrawal?currency=18",
    }
  `)
})

test('after login only an address of ours is gone back to', () => {
  expect(safeBack('/notice/3?x=1')).toBe('/notice/3?x=1')
  for (const foreign of ['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:x', ''])
    expect(safeBack(foreign)).toBe('/')
  expect(safeBack(undefined)).toBe('/')
})

test('one step up from a screen ends at home, never where one was', () => {
  for (const path of Object.values(paths).map((each) => (each as (given?: unknown) => string)(1))) {
    const steps: string[] = []
    for (let here = path; here !== '/'; here = parentOf(here)) {
      expect(steps).not.toContain(here)
      steps.push(here)
    }
  }
  expect(parentOf('/kline', '?from=exchange')).toBe('/exchange')
  expect(parentOf('/chart')).toBe('/exchange')
  expect(parentOf('/kline')).toBe('/')
  expect(parentOf('/security/pin')).toBe('/security')
})
