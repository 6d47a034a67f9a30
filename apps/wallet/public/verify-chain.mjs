// Checks on the test chain itself what a proof of a BTBC house (test funds only) says that it holds there.
// `verify.mjs` uses it when it is given a node; both lie in one folder, and nothing else is needed:
//
//   node verify.mjs https://the.house --rpc https://some.node
//
// Whose node is asked matters: a node of the house itself can say whatever the house wants.

const BALANCE_OF = '0x70a08231'
const QUESTIONS_AT_ONCE = 25
const ANSWER_MS_MAX = 20_000
/** A unit of the books in the smallest units of the chain. */
const UNIT = 10n ** 10n

const codes = {
  chain_other: 'the node serves another chain than the one that the proof names',
  chain_block: 'the chain does not have the block that the proof names',
  chain_less: 'the addresses hold less than the proof says',
}

/** What a code says, in English. */
export const meaningOf = (code) => codes[code] ?? code

/**
 * Asks a node, or the call of a house that hands questions on to its node. An answer is null where the
 * node does not know.
 */
export const nodeAt = (url) => async (questions) => {
  const answers = []
  for (let at = 0; at < questions.length; at += QUESTIONS_AT_ONCE) {
    answers.push(...(await askSome(url, questions.slice(at, at + QUESTIONS_AT_ONCE))))
  }
  return answers
}

/**
 * What custody's addresses hold at the block that a checked attestation names. Nodes forget what was long
 * ago: then it is what they hold now, `isThen` is false, and only `covers` says something: whether it would
 * still be enough for what was owed and promised then. Answers null where the attestation names no addresses.
 */
export async function checkCustody({ custody, currencies }, ask) {
  if (!custody?.addresses) return null
  const block = `0x${BigInt(custody.block).toString(16)}`
  const [chain, named] = await ask([
    { method: 'eth_chainId', params: [] },
    { method: 'eth_getBlockByNumber', params: [block, false] },
  ])
  if (Number(chain) !== custody.chain_id) return { findings: ['chain_other'], coins: [] }
  if (named?.hash !== custody.hash) return { findings: ['chain_block'], coins: [] }
  let at = { number: block, held: await readHeld(custody, ask, block), isThen: true }
  if (!at.held) {
    const [newest] = await ask([{ method: 'eth_getBlockByNumber', params: ['latest', false] }])
    at = { ...newest, held: await readHeld(custody, ask, newest.number), isThen: false }
    if (!at.held) throw new Error('the node does not know what addresses hold')
  }
  const coins = currencies.flatMap(({ currency, code, scale, owed, promises, issued }) => {
    if (custody.held[currency] === undefined) return []
    const seen = at.held[currency] + BigInt(custody.others[currency])
    const due = Object.values(owed).reduce((sum, each) => sum + BigInt(each), BigInt(promises))
    const isThere = seen >= BigInt(custody.held[currency])
    const covers = seen >= (due - BigInt(issued)) * UNIT
    const units = { seen: at.held[currency] / UNIT, said: BigInt(custody.held[currency]) / UNIT }
    return [{ code, scale, ...units, isThere, covers }]
  })
  const isLess = at.isThen && coins.some(({ isThere }) => !isThere)
  const findings = isLess ? ['chain_less'] : []
  return { findings, coins, block: BigInt(at.number), isThen: at.isThen }
}

/** The same, told on the command line; answers whether all is well. */
export async function isTold(attestation, url) {
  const checked = await checkCustody(attestation, nodeAt(url))
  if (!checked) console.log('It names no addresses on a chain.')
  const { findings = [], coins = [], block, isThen } = checked ?? {}
  for (const code of findings) console.error(`chain: ${meaningOf(code)}`)
  const when = isThen ? 'as the proof says' : 'now: the node has forgotten the block of the proof'
  if (coins.length > 0) console.log(`Held at block ${block}, ${when}, in units of the books:`)
  for (const { code, seen, said } of coins) console.log(`  ${code} ${seen} of ${said}`)
  return findings.length === 0
}

/** By currency; undefined when the node no longer knows that block. */
async function readHeld({ addresses, tokens }, ask, block) {
  const held = {}
  for (const [currency, token] of Object.entries(tokens)) {
    const answers = await ask(addresses.map((address) => questionOf(address, token, block)))
    if (answers.includes(null)) return undefined
    held[currency] = answers.reduce((sum, each) => sum + BigInt(each), 0n)
  }
  return held
}

function questionOf(address, token, block) {
  if (token === null) return { method: 'eth_getBalance', params: [address, block] }
  const data = BALANCE_OF + address.slice(2).toLowerCase().padStart(64, '0')
  return { method: 'eth_call', params: [{ to: token, data }, block] }
}

async function askSome(url, questions) {
  const isHouse = new URL(url).pathname === '/api/proof/node'
  const numbered = questions.map((each, id) => ({ jsonrpc: '2.0', id, ...each }))
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(isHouse ? { questions } : numbered),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  })
  const answer = await response.json()
  if (isHouse && answer.type === 'ok') return answer.message.answers
  if (isHouse || !Array.isArray(answer)) throw new Error(`${url} does not answer`)
  const results = new Map(answer.map(({ id, result }) => [id, result ?? null]))
  return questions.map((_, id) => results.get(id) ?? null)
}
