// Checks the proofs of a BTBC house (test funds only) without trusting it: this file imports nothing of
// the product and says what docs/proof.md says. The app runs it in the browser; anyone can run it:
//   node verify.mjs https://the.house          every published attestation, from the first one on
//   node verify.mjs my-proof.json              what a member saved from the page /proof
//   node verify.mjs my-proof.json 17           the same, for member number 17 and for nobody else
//   … --rpc https://some.node                  and what the chain says, with verify-chain.mjs beside it

export const FORMAT = 'btbc-proof-1'
const MAX = 2n ** 64n - 1n
const DEPTH_LEAST = 10
const DEPTH_MOST = 40
const LOW = 6
const HEX = /^[0-9a-f]{64}$/
/** How often a house that wants fewer calls is waited for, and for how many seconds each time. */
const [WAITS_MOST, WAIT_S_MOST] = [30, 10]

const codes = {
  format: 'this is not what docs/proof.md describes',
  signature: 'the signature is not of this text and key',
  key: 'another key has signed than before',
  previous: 'it does not follow from the attestation before it',
  head_back: 'the chain of the books is shorter than before, or ends otherwise',
  negative: 'a sum is below zero or too large',
  owed: 'what is said to be owed is not the sum of the tree',
  uncovered: 'what is there is less than what is owed, promised and on its way, or does not add up',
  left_out: 'there is no leaf for this member',
  not_mine: 'the leaf is of another member',
  root: 'leaf and path do not lead to the signed root',
  lines: 'the lines of the statement are not those of the leaf',
  lines_sum: 'the lines of the statement do not add up to the leaf',
  gap: 'the house does not show all of them, from the first to the newest',
}

/** What a code says, in English. */
export const meaningOf = (code) => codes[code] ?? code

/**
 * One signed attestation, and that it follows from the one before. `before` is { text, parsed } of that one,
 * or nothing. Answers { attestation, findings }: all is well when there are no findings.
 */
export async function checkAttestation({ text, signature }, before) {
  const attestation = parse(text)
  if (!attestation) return { attestation: undefined, findings: ['format'] }
  const findings = []
  if (!(await isSigned(attestation.key, signature, text))) findings.push('signature')
  findings.push(...sumFindings(attestation))
  if (before) findings.push(...(await orderFindings(attestation, before)))
  else if (attestation.number === 1 && attestation.previous !== null) findings.push('previous')
  return { attestation, findings }
}

/** That the proof is this member's and leads to the root of an attestation that was checked. */
export async function checkMember(attestation, proof, member) {
  if (!proof) return { sums: undefined, findings: ['left_out'] }
  if (proof.member !== member) return { sums: undefined, findings: ['not_mine'] }
  try {
    return await climb(attestation, proof)
  } catch (error) {
    return { sums: undefined, findings: [error instanceof Refused ? error.message : 'format'] }
  }
}

/**
 * That a member's lines up to the head of the books, oldest first, are exactly those that the leaf seals,
 * and that they add up to it. A line is { entry, at, kind, purpose, currency, value }.
 */
export async function checkLines(attestation, proof, lines) {
  const sums = attestation.currencies.map(() => 0n)
  let digest = new Uint8Array(32)
  for (const { entry, at, kind, purpose, currency, value } of lines) {
    const place = attestation.currencies.findIndex((each) => each.currency === currency)
    if (place < 0) return ['format']
    sums[place] += BigInt(value)
    const line = `${entry} ${at} ${kind} ${purpose} ${currency} ${value}\n`
    digest = await sha256(digest, new TextEncoder().encode(line))
  }
  const findings = []
  if (hexOf(digest) !== proof.lines) findings.push('lines')
  const [first, second] = proof.parts.map((part) => numbers(part.sums, sums.length))
  if (sums.some((sum, n) => sum !== first[n] + second[n])) findings.push('lines_sum')
  return findings
}

/** A file that a member saved: { attestations, member, proof, lines }. */
export async function checkSaved({ attestations, member, proof, lines }, expected = member) {
  const { findings, all, last } = await checkAll(attestations)
  if (!last) return { findings: findings.length > 0 ? findings : [[undefined, 'format']] }
  const { sums, findings: own } = await checkMember(last, proof, expected)
  if (lines && own.length === 0) own.push(...(await checkLines(last, proof, lines)))
  findings.push(...own.map((code) => [last.number, code]))
  return { findings, attestation: last, sums, all }
}

/** Each of them, and that it follows from the one before. `last` is there when all could be read. */
async function checkAll(attestations) {
  const [findings, all] = [[], []]
  for (const signed of attestations) {
    const { attestation, findings: found } = await checkAttestation(signed, all.at(-1))
    findings.push(...found.map((code) => [attestation?.number ?? signed.number, code]))
    if (!attestation) return { findings, all }
    all.push({ text: signed.text, parsed: attestation })
  }
  return { findings, all, last: all.at(-1)?.parsed }
}

class Refused extends Error {}

function parse(text) {
  try {
    const read = JSON.parse(text)
    const { depth, root, sums } = read.tree
    const isWhole =
      read.format === FORMAT &&
      Number.isSafeInteger(read.number) &&
      Number.isSafeInteger(depth) &&
      depth >= DEPTH_LEAST &&
      depth <= DEPTH_MOST &&
      [root, read.books.hash].every((hash) => HEX.test(hash)) &&
      /^\d+$/.test(read.books.position) &&
      sums.length === read.currencies.length
    return isWhole ? read : undefined
  } catch {
    return undefined
  }
}

async function isSigned(key, signature, text) {
  try {
    const signer = await crypto.subtle.importKey('raw', bytesOf(key), 'Ed25519', false, ['verify'])
    const signed = new TextEncoder().encode(text)
    return await crypto.subtle.verify('Ed25519', signer, bytesOf(signature), signed)
  } catch (error) {
    // A browser without Ed25519 cannot say yes or no.
    if (error?.name === 'NotSupportedError') throw error
    return false
  }
}

/** Whether owed is the sum of the tree, and what is there covers what is owed, promised and on its way. */
function sumFindings({ tree, currencies }) {
  try {
    const findings = new Set()
    currencies.forEach((each, n) => {
      const owed = total(each.owed)
      if (owed !== unsigned(tree.sums[n])) findings.add('owed')
      const there = BigInt(each.custody) + BigInt(each.issued)
      const { fees, dust, suspense, gas } = each
      const house = total(each.pools) + total(each.reserves) + total({ fees, dust, suspense })
      const promised = unsigned(each.promises)
      const adds = there === owed + house + BigInt(gas) && promised === total(each.reserves)
      if (!adds || there < owed + promised + unsigned(suspense)) findings.add('uncovered')
    })
    return [...findings]
  } catch {
    return ['negative']
  }
}

async function orderFindings({ number, previous, key, books }, { text, parsed }) {
  const findings = []
  const hash = hexOf(await sha256(new TextEncoder().encode(text)))
  if (number !== parsed.number + 1 || previous !== hash) findings.push('previous')
  if (key !== parsed.key) findings.push('key')
  const [now, then] = [BigInt(books.position), BigInt(parsed.books.position)]
  if (now < then || (now === then && books.hash !== parsed.books.hash)) findings.push('head_back')
  return findings
}

/** From both leaves to the node of their block, and from there to the root. */
async function climb(attestation, proof) {
  const { tree, currencies } = attestation
  const count = currencies.length
  const { member, salt, lines, block, low, high, parts } = proof
  // Of other lengths, what one leaf hashes could be read as another member's.
  const isShape =
    /^[\w-]{22}$/.test(salt) &&
    HEX.test(lines) &&
    [parts, low].every((two) => two.length === 2) &&
    low.every((path) => path.length === LOW) &&
    high.length === tree.depth - LOW &&
    parts.every(({ slot }) => isPlace(slot, LOW)) &&
    parts[0].slot !== parts[1].slot &&
    isPlace(block, high.length)
  if (!isShape) throw new Refused('format')
  const nodes = []
  for (const [n, { slot, sums }] of parts.entries()) {
    const own = numbers(sums, count)
    const head = [Uint8Array.of(0, n), bytesOf(salt), u64(member), fromHex(lines)]
    const leaf = { sums: own, hash: await sha256(...head, ...own.map(u64)) }
    nodes.push(await follow(leaf, slot, low[n], count))
  }
  if (hexOf(nodes[0].hash) !== hexOf(nodes[1].hash)) throw new Refused('root')
  const { hash, sums } = await follow(nodes[0], block, high, count)
  const isRoot = hexOf(hash) === tree.root && sums.every((sum, n) => sum === BigInt(tree.sums[n]))
  if (!isRoot) throw new Refused('root')
  const [first, second] = parts.map((part) => numbers(part.sums, count))
  return { sums: first.map((sum, n) => sum + second[n]), findings: [] }
}

/** Each bit of the place says on which side the sibling of that level stands. */
async function follow(leaf, place, siblings, count) {
  let node = leaf
  let left = place
  for (const text of siblings) {
    const [hash, ...rest] = text.split(' ')
    if (!/^[\w-]{43}$/.test(hash)) throw new Refused('format')
    const sibling = { hash: bytesOf(hash), sums: numbers(rest.join(' '), count) }
    const pair = left % 2 === 0 ? [node, sibling] : [sibling, node]
    const sums = node.sums.map((sum, n) => sum + sibling.sums[n])
    if (sums.some((sum) => sum > MAX)) throw new Refused('negative')
    const inside = pair.flatMap((each) => [each.hash, ...each.sums.map(u64)])
    node = { hash: await sha256(Uint8Array.of(1), ...inside), sums }
    left = Math.floor(left / 2)
  }
  return node
}

function numbers(text, count) {
  const read = text.split(' ').map(unsigned)
  if (read.length !== count) throw new Refused('format')
  return read
}

function unsigned(text) {
  if (!/^-?\d{1,20}$/.test(text)) throw new Refused('format')
  const number = BigInt(text)
  if (number < 0n || number > MAX) throw new Refused('negative')
  return number
}

const isPlace = (place, levels) => Number.isInteger(place) && place >= 0 && place < 2 ** levels
const total = (amounts) => Object.values(amounts).reduce((sum, each) => sum + unsigned(each), 0n)

async function sha256(...parts) {
  const whole = Uint8Array.from(parts.flatMap((part) => [...part]))
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole))
}

const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (hex) => Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16))
const u64 = (number) => fromHex(number.toString(16).padStart(16, '0'))

function bytesOf(base64url) {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** Every attestation, up to the first that the house does not have. */
async function checkHouse(address) {
  const newest = await readFrom(address, '')
  const attestations = []
  let next
  while ((next = await readFrom(address, `?number=${attestations.length + 1}`))) {
    attestations.push(next)
  }
  const { findings, all, last } = await checkAll(attestations)
  // What was published meanwhile comes after the newest.
  const isThere = !newest || all.some(({ text }) => text === newest.text)
  const isRow = all.every(({ parsed }, n) => parsed.number === n + 1)
  if (!isThere || !isRow) findings.push([newest?.number, 'gap'])
  return { findings, attestation: last, all }
}

/** Undefined where there is none; whatever else is no attestation is a failure, and not the end. */
async function readFrom(house, query) {
  for (let waits = 0; waits < WAITS_MOST; waits += 1) {
    const answer = await fetch(new URL(`/api/proof/attestation${query}`, house))
    const { type, message, code, details } = await answer.json()
    if (type === 'ok') return message
    if (code === 'proof_not_found') return undefined
    if (code !== 'too_many_requests') throw new Error(`${house} answers ${code ?? type}`)
    const seconds = Math.min(details?.wait_s ?? 1, WAIT_S_MOST)
    await new Promise((done) => setTimeout(done, seconds * 1000))
  }
  throw new Error(`${house} does not answer`)
}

async function main(given) {
  const { readFileSync } = await import('node:fs')
  const named = given.indexOf('--rpc')
  const [, node] = named < 0 ? [] : given.splice(named, 2)
  const [what, member] = given
  const again = /^https?:/.test(what) ? () => checkHouse(what) : undefined
  const { findings, attestation, sums, all } = again
    ? await again()
    : await checkSaved(JSON.parse(readFileSync(what, 'utf8')), member && Number(member))
  for (const [number, code] of findings) console.error(`attestation ${number}: ${meaningOf(code)}`)
  if (findings.length > 0 || !attestation) process.exit(1)
  const { number, at, key, books } = attestation
  console.log(`Attestation ${number} of ${at}, key ${key}: well. Books: ${books.hash}`)
  const own = sums?.map((sum, n) => `${attestation.currencies[n].code} ${sum}`)
  if (own) console.log(`In it, in the smallest units: ${own.join(', ')}`)
  const chain = node && (await import('./verify-chain.mjs'))
  if (chain && !(await chain.isTold(all, node, again))) process.exit(1)
}

if (typeof process === 'object' && process.argv?.[1]?.endsWith('verify.mjs')) {
  await main(process.argv.slice(2))
}
