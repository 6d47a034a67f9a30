import type { Exchange } from '#modules/exchange/index.ts'

import type { ListenKeys } from './listen-keys.ts'
import type { Parameters } from './parameters.ts'

/**
 * A key without a signature is enough to be told of one's own orders: the answer is the secret. It is given
 * where the stream is, by the server that has the markets.
 */

export type KeyParts = { exchange: Pick<Exchange, 'checkOpen'>; keys: ListenKeys }

type KeyCall = (
  parts: KeyParts,
  request: { memberId: number; keyId: number; parameters: Parameters },
) => unknown

export const openListenKey: KeyCall = ({ exchange, keys }, { memberId, keyId, parameters }) => {
  exchange.checkOpen()
  parameters.only([])
  return { listenKey: keys.open({ memberId, keyId }) }
}

export const extendListenKey: KeyCall = ({ exchange, keys }, { memberId, parameters }) => {
  exchange.checkOpen()
  keys.extend(memberId, readKey(parameters))
  return {}
}

export const closeListenKey: KeyCall = ({ exchange, keys }, { memberId, parameters }) => {
  exchange.checkOpen()
  keys.close(memberId, readKey(parameters))
  return {}
}

function readKey(parameters: Parameters): string {
  parameters.only(['listenKey'])
  return parameters.needText('listenKey')
}
