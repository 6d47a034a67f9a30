// Checks on the test chain itself what a proof of a BTBC house (test funds only) says that it holds there,
// and that the proof was written there.
// `verify.mjs` uses it when it is given a node; both lie in one folder, and nothing else is needed:
//
//   node verify.mjs https://the.house --rpc https://some.node
//
// Whose node is asked matters: a node of the house itself can say whatever the house wants.

const BALANCE_OF = '0x70a08231'
/** Of the contract in which proofs are written: `latest()`, `proofs(uint256)`, and SHA-256 of its code. */
const LATEST = '0x52bfe789'
const PROOFS = '0x9ddaf5aa'
const LOG_CODE = 'aface837fb5ffccda3ed7868bf86f5caa96b476476a4178433634a1951e947be'
/** A day of hours. */
const LATE_MOST = 24
const QUESTIONS_AT_ONCE = 25
const ANSWER_MS_MAX = 20_000
/** A unit of the books in the smallest units of the chain. */
const UNIT = 10n ** 10n

const codes = {
  chain_other: 'the node serves another chain than the one that the proof names',
  chain_block: 'the chain does not have the block that the proof names',
  chain_less: 'the addresses hold less than the proof says',
  chain_uncovered: 'what is held does not cover what was owed and promised',
  chain_missing: 'the proof does not say where a coin is that it counts in custody',
  chain_twice: 'the proof counts an address or a coin twice',
  log_code: 'the contract of the proofs is not the one that only adds to them',
  log_other: 'another proof stands in the contract under this number',
  log_late: 'proofs of more than a day have not been written to the chain',
  log_more: 'the contract has proofs that the house does not show',
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
 * ago: then it is what they hold now, and `isThen` is false. What a proof says is held is its own word, so
 * either way `covers` counts: whether it is enough for what was owed and promised then. Answers null where
 * the attestation names no addresses.
 */
export async function checkCustody({ custody, currencies }, ask) {
  if (!custody?.addresses) return null
  const block = `0x${BigInt(custody.block).toString(16)}`
  const [chain, named] = await ask([
    { method: 'eth_chainId', params: [] },
    { method: 'eth_getBlockByNumber', params: [block, false] },
  ])
  if (Number(chain) !== custody.chain_id) return { findings: ['chain_other'], coins: [] }
  if (named && named.hash !== custody.hash) return { findings: ['chain_block'], coins: [] }
  const wrong = namedFindings(custody, currencies)
  if (wrong.length > 0) return { findings: wrong, coins: [] }
  let at = { number: block, held: named && (await readHeld(custody, ask, block)), isThen: true }
  if (!at.held) {
    const [newest] = await ask([{ method: 'eth_getBlockByNumber', params: ['latest', false] }])
    // Who has not come so far has forgotten nothing.
    const isAhead = !newest || BigInt(newest.number) < BigInt(block)
    if (isAhead) return { findings: ['chain_block'], coins: [] }
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
  const findings = []
  if (at.isThen && coins.some(({ isThere }) => !isThere)) findings.push('chain_less')
  if (coins.some(({ covers }) => !covers)) findings.push('chain_uncovered')
  return { findings, coins, block: BigInt(at.number), isThen: at.isThen }
}

/** That each coin of custody can be looked for, and that nothing that is found is counted twice. */
function namedFindings({ held, tokens, addresses, others }, currencies) {
  const findings = []
  const isTwice = (all) => new Set(all.map((each) => placeOf(`${each}`))).size < all.length
  if (isTwice(addresses) || isTwice(Object.values(tokens))) findings.push('chain_twice')
  const isMissing = currencies.some(({ currency, custody }) => {
    const isMeant = BigInt(custody) !== 0n || held[currency] !== undefined
    return isMeant && [held, tokens, others].some((of) => of[currency] === undefined)
  })
  if (isMissing) findings.push('chain_missing')
  return findings
}

/**
 * Whether checked attestations, { text, parsed } each and the newest last, stand in the contract that the
 * newest names. Its code, which is compared, takes numbers without a gap and changes nothing: `latest` is
 * how many there are. Answers null where it names none.
 */
export async function checkLog(all, ask) {
  const { number, log } = all.at(-1)?.parsed ?? {}
  if (!log) return null
  const [chain, code, last] = await ask([
    { method: 'eth_chainId', params: [] },
    { method: 'eth_getCode', params: [log.address, 'latest'] },
    callOf(log.address, LATEST),
  ])
  if (Number(chain) !== log.chain_id) return { findings: ['chain_other'] }
  if (code === null || (await sha256(code)) !== LOG_CODE) return { findings: ['log_code'] }
  const latest = Number(last)
  const there = all.filter(({ parsed }) => parsed.number <= latest)
  const answers = await ask(
    there.map(({ parsed }) =>
      callOf(log.address, PROOFS + parsed.number.toString(16).padStart(64, '0')),
    ),
  )
  const findings = number - latest > LATE_MOST ? ['log_late'] : []
  for (const [n, { text, parsed }] of there.entries()) {
    if (answers[n] === `0x${parsed.tree.root}${await sha256(text)}`) continue
    findings.push('log_other')
  }
  return { findings, latest, isWritten: number <= latest }
}

/**
 * Both, told on the command line; answers whether all is well. `again` reads a whole house anew, which has
 * to show all that the contract has.
 */
export async function isTold(all, url, again) {
  const ask = nodeAt(url)
  const checked = await checkCustody(all.at(-1).parsed, ask)
  const log = await checkLog(all, ask)
  const faults = [...(checked?.findings ?? []), ...(log?.findings ?? [])]
  if (again && log?.latest > all.length) {
    // It may have been published since, and the chain is asked of all of them then.
    const now = await again()
    const isNews = now.findings.length === 0 && now.all.length > all.length
    if (isNews) return await isTold(now.all, url, again)
    faults.push('log_more')
  }
  if (!checked) console.log('It names no addresses on a chain.')
  if (!log) console.log('It names no contract in which proofs are written.')
  if (log?.latest !== undefined) console.log(`Written to the chain: up to proof ${log.latest}`)
  for (const code of faults) console.error(`chain: ${meaningOf(code)}`)
  const { coins = [], block, isThen } = checked ?? {}
  const when = isThen ? 'as the proof says' : 'now: the node has forgotten the block of the proof'
  if (coins.length > 0) console.log(`Held at block ${block}, ${when}, in units of the books:`)
  for (const { code, seen, said, covers } of coins) {
    const enough = covers ? 'covers' : 'does not cover'
    console.log(`  ${code} ${seen} of ${said}, which ${enough} what was owed and promised`)
  }
  return faults.length === 0
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
  return callOf(token, BALANCE_OF + placeOf(address), block)
}

/** As a contract is told of it. */
function placeOf(address) {
  return address.slice(2).toLowerCase().padStart(64, '0')
}

function callOf(to, data, block = 'latest') {
  return { method: 'eth_call', params: [{ to, data }, block] }
}

/** In hexadecimal, of a text. */
async function sha256(text) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
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
