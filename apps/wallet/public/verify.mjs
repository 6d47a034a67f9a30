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

const codes = {
  format: 'this is not what docs/proof.md describes',
  signature: 'the signature is not of this text and key',
  key: 'another key has signed than before',
  previous: 'it does not follow from the attestation before it',
  head_back: 'the chain of the books is shorter than before, or ends otherwise',
  negative: 'a sum is below zero or too large',
  owed: 'what is said to be owed is not the sum of the tree',
  uncovered: 'what is there is less than what is owed and promised, or does not add up',
  left_out: 'there is no leaf for this member',
  not_mine: 'the leaf is of another member',
  root: 'leaf and path do not lead to the signed root',
  lines: 'the lines of the statement are not those of the leaf',
  lines_sum: 'the lines of the statement do not add up to the leaf',
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
  const findings = []
  const all = []
  for (const signed of attestations) {
    const { attestation, findings: found } = await checkAttestation(signed, all.at(-1))
    findings.push(...found.map((code) => [attestation?.number, code]))
    if (!attestation) return { findings, attestation }
    all.push({ text: signed.text, parsed: attestation })
  }
  const last = all.at(-1)?.parsed
  if (!last) return { findings: [[undefined, 'format']] }
  const { sums, findings: own } = await checkMember(last, proof, expected)
  findings.push(...own.map((code) => [last.number, code]))
  if (lines && own.length === 0) {
    const found = await checkLines(last, proof, lines)
    findings.push(...found.map((code) => [last.number, code]))
  }
  return { findings, attestation: last, sums, all }
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
      /^[0-9a-f]{64}$/.test(root) &&
      /^\d+$/.test(read.books.position) &&
      sums.length === read.currencies.length
    return isWhole ? read : undefined
  } catch {
    return undefined
  }
}

async function isSigned(key, signature, text) {
  try {
    const usage = ['verify']
    const publicKey = await crypto.subtle.importKey('raw', bytesOf(key), 'Ed25519', false, usage)
    const signed = new TextEncoder().encode(text)
    return await crypto.subtle.verify('Ed25519', publicKey, bytesOf(signature), signed)
  } catch (error) {
    // A browser without Ed25519 cannot say yes or no.
    if (error?.name === 'NotSupportedError') throw error
    return false
  }
}

/** Whether owed is the sum of the tree, and whether what is there covers what is owed and promised. */
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
      if (!adds || there < owed + promised) findings.add('uncovered')
    })
    return [...findings]
  } catch {
    return ['negative']
  }
}

async function orderFindings(attestation, before) {
  const { parsed } = before
  const findings = []
  const hash = hexOf(await sha256(new TextEncoder().encode(before.text)))
  if (attestation.number !== parsed.number + 1 || attestation.previous !== hash) {
    findings.push('previous')
  }
  if (attestation.key !== parsed.key) findings.push('key')
  const [now, then] = [BigInt(attestation.books.position), BigInt(parsed.books.position)]
  const isOther = now === then && attestation.books.hash !== parsed.books.hash
  if (now < then || isOther) findings.push('head_back')
  return findings
}

/** From both leaves to the node of their block, and from there to the root. */
async function climb(attestation, proof) {
  const { tree, currencies } = attestation
  const count = currencies.length
  const { block, low, high, parts } = proof
  const isShape =
    parts.length === 2 &&
    low.length === 2 &&
    low.every((path) => path.length === LOW) &&
    high.length === tree.depth - LOW &&
    parts.every(({ slot }) => Number.isInteger(slot) && slot >= 0 && slot < 2 ** LOW) &&
    parts[0].slot !== parts[1].slot &&
    Number.isInteger(block) &&
    block >= 0 &&
    block < 2 ** high.length
  if (!isShape) throw new Refused('format')
  const nodes = []
  for (const [n, { slot, sums }] of parts.entries()) {
    const own = numbers(sums, count)
    const leaf = { sums: own, hash: await leafHash(proof, n, own) }
    nodes.push(await follow(leaf, slot, low[n], count))
  }
  if (hexOf(nodes[0].hash) !== hexOf(nodes[1].hash)) throw new Refused('root')
  const top = await follow(nodes[0], block, high, count)
  const isRoot =
    hexOf(top.hash) === tree.root && top.sums.every((sum, n) => sum === BigInt(tree.sums[n]))
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
    const sibling = { hash: bytesOf(hash), sums: numbers(rest.join(' '), count) }
    if (sibling.hash.length !== 32) throw new Refused('format')
    const pair = left % 2 === 0 ? [node, sibling] : [sibling, node]
    const sums = node.sums.map((sum, n) => sum + sibling.sums[n])
    if (sums.some((sum) => sum > MAX)) throw new Refused('negative')
    const inside = pair.flatMap((each) => [each.hash, ...each.sums.map(u64)])
    node = { hash: await sha256(Uint8Array.of(1), ...inside), sums }
    left = Math.floor(left / 2)
  }
  return node
}

function leafHash({ salt, member, lines }, part, sums) {
  const head = [Uint8Array.of(0, part), bytesOf(salt), u64(BigInt(member))]
  return sha256(...head, fromHex(lines), ...sums.map(u64))
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

const total = (amounts) => Object.values(amounts).reduce((sum, each) => sum + unsigned(each), 0n)

async function sha256(...parts) {
  const whole = Uint8Array.from(parts.flatMap((part) => [...part]))
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole))
}

function u64(number) {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, number)
  return bytes
}

const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

function fromHex(text) {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new Refused('format')
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function bytesOf(base64url) {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

async function checkHouse(address) {
  const all = []
  const findings = []
  for (let number = 1; ; number += 1) {
    const answer = await fetch(new URL(`/api/proof/attestation?number=${number}`, address))
    const { type, message } = await answer.json()
    if (type !== 'ok') return { findings, attestation: all.at(-1)?.parsed, all }
    const { attestation, findings: found } = await checkAttestation(message, all.at(-1))
    findings.push(...found.map((code) => [number, code]))
    if (!attestation) return { findings, attestation: all.at(-1)?.parsed }
    all.push({ text: message.text, parsed: attestation })
  }
}

async function main(given) {
  const { readFileSync } = await import('node:fs')
  const named = given.indexOf('--rpc')
  const [, node] = named < 0 ? [] : given.splice(named, 2)
  const [what, member] = given
  const { findings, attestation, sums, all } = /^https?:/.test(what)
    ? await checkHouse(what)
    : await checkSaved(
        JSON.parse(readFileSync(what, 'utf8')),
        member === undefined ? undefined : Number(member),
      )
  for (const [number, code] of findings) console.error(`attestation ${number}: ${meaningOf(code)}`)
  if (findings.length > 0 || !attestation) process.exit(1)
  const { number, at, key, books } = attestation
  console.log(`Attestation ${number} of ${at}, key ${key}: well. Books: ${books.hash}`)
  const own = sums?.map((sum, n) => `${attestation.currencies[n].code} ${sum}`)
  if (own) console.log(`In it, in the smallest units: ${own.join(', ')}`)
  if (node && !(await (await import('./verify-chain.mjs')).isTold(all, node))) process.exit(1)
}

if (typeof process === 'object' && process.argv?.[1]?.endsWith('verify.mjs')) {
  await main(process.argv.slice(2))
}
