/** The paths that the query `api` of /BankRecharge may name, and nothing else. */
export const gatewayPaths = ['/pay/recharge', '/pay/bkash', '/pay/card'] as const
export type GatewayPath = (typeof gatewayPaths)[number]
