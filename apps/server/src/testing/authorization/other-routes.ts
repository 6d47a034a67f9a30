/** Every route that is in no contract of members or operators, and who may ask for it. */

/** Exchange API: `key` takes a key, `read`, `trade` and `withdraw` a signature of a key that may. */
export const botRows: Readonly<Record<string, 'anyone' | 'key' | 'read' | 'trade' | 'withdraw'>> = {
  'GET /api/v3/ping': 'anyone',
  'GET /api/v3/time': 'anyone',
  'GET /api/v3/exchangeInfo': 'anyone',
  'GET /api/v3/depth': 'anyone',
  'GET /api/v3/trades': 'anyone',
  'GET /api/v3/historicalTrades': 'anyone',
  'GET /api/v3/aggTrades': 'anyone',
  'GET /api/v3/klines': 'anyone',
  'GET /api/v3/uiKlines': 'anyone',
  'GET /api/v3/avgPrice': 'anyone',
  'GET /api/v3/ticker/24hr': 'anyone',
  'GET /api/v3/ticker/price': 'anyone',
  'GET /api/v3/ticker/bookTicker': 'anyone',
  'GET /api/v3/order': 'read',
  'GET /api/v3/openOrders': 'read',
  'GET /api/v3/allOrders': 'read',
  'GET /api/v3/account': 'read',
  'GET /api/v3/account/commission': 'read',
  'GET /api/v3/rateLimit/order': 'read',
  'GET /api/v3/myTrades': 'read',
  'GET /sapi/v1/system/status': 'anyone',
  'GET /sapi/v1/asset/tradeFee': 'read',
  'GET /sapi/v1/margin/allPairs': 'read',
  'GET /sapi/v1/margin/isolated/allPairs': 'read',
  'GET /sapi/v1/capital/config/getall': 'read',
  'GET /sapi/v1/capital/withdraw/history': 'read',
  'GET /sapi/v1/capital/deposit/address': 'read',
  'GET /sapi/v1/capital/deposit/hisrec': 'read',
  'POST /sapi/v1/capital/withdraw/apply': 'withdraw',
  'POST /api/v3/order': 'trade',
  'DELETE /api/v3/order': 'trade',
  'POST /api/v3/order/test': 'trade',
  'PUT /api/v3/order/amend/keepPriority': 'trade',
  'DELETE /api/v3/openOrders': 'trade',
  'POST /api/v3/batchOrders': 'trade',
  'POST /api/v3/userDataStream': 'key',
  'PUT /api/v3/userDataStream': 'key',
  'DELETE /api/v3/userDataStream': 'key',
}

/** What begins so is for programs: by whatever method, that there is no such call is all that is said. */
export const nothingThere: readonly string[] = [
  '/api/v3',
  '/api/v1',
  '/sapi',
  '/fapi',
  '/dapi',
].flatMap((path) => [path, `${path}*`])

/** House rule 9: for who sits at this machine; there is nothing there for anybody else. */
export const devRows: readonly string[] = ['GET /dev/inbox', 'GET /dev/clock', 'POST /dev/clock']

/** Uploads: a member's own. */
export const uploadRows: readonly string[] = ['POST /api/upload', 'GET /api/upload/:id']

/** Pages, pictures and documents without a secret. */
export const pageRows: readonly string[] = [
  'GET /',
  'HEAD /',
  'GET /health',
  'HEAD /health',
  'GET /captcha',
  'GET /media/picture-:rest',
  'GET /openapi.json',
  'GET /docs',
  'GET /docs*',
  'HEAD /docs*',
  'GET /docs/start.js',
  'GET /openapi-operators.json',
  'GET /docs/operators',
  'GET /docs/operators/start.js',
]

/**
 * What is there only with its part: the files of the web apps once they are built, the hook of the
 * payment provider, which asks for its signature, and the blocks of the embedded chain.
 */
export const partRows: readonly string[] = [
  'GET /*',
  'HEAD /*',
  'GET /console*',
  'GET /console',
  'GET /console/*',
  'GET /console/static/*',
  'HEAD /console/static/*',
  'POST /hooks/gateway',
  'POST /dev/chain/mine',
]
