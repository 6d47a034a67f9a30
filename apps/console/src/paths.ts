/** Every address of the console, below /console. */
export const paths = {
  overview: () => '/',
  login: () => '/login',
  identity: () => '/identity',
  deposits: () => '/deposits',
  withdrawals: () => '/withdrawals',
  sellers: () => '/sellers',
  disputes: () => '/disputes',
  feedback: () => '/feedback',
  pools: () => '/pools',
  earn: () => '/earn',
  packets: () => '/packets',
  users: () => '/users',
  operators: () => '/operators',
  join: () => '/join',
  audit: () => '/audit',
} as const
