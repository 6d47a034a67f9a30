// Checks a statement that a member saved (CSV) against the lines of the books that their proof seals:
//
//   node verify-statement.mjs my-proof.json statement.csv                      with verify.mjs beside it
//   node verify-statement.mjs my-proof.json statement.csv https://the.house    for one older than the proof
//
// Who has kept a statement for a year sees so that the house tells the same as then. docs/proof.md says how.

const COLUMNS = ['order_no', 'created_at', 'kind', 'info', 'value', 'balance']
const HEAD = 'books.head'

const codes = {
  format: 'this is no statement as the app saves it',
  unknown: 'the books have no such line',
  balance: 'the balance after it is another one in the books',
  missing: 'the books have a line that the statement does not have',
  head: 'the end of the books is not the one that was signed',
  head_unread: 'this attestation is not at hand, so the end of the books was not compared',
}

/** What a code says, in English. */
export const meaningOf = (code) => codes[code] ?? code

/** Which attestation the statement names at its end, if it names one. */
export function numberIn(csv) {
  const row = readCsv(csv).find(([, , kind]) => kind === HEAD)
  return row && /^\d{1,9}$/.test(row[0]) ? Number(row[0]) : undefined
}

/**
 * `attestations` and `lines` are those of a saved proof that was checked (verify.mjs), `named` is the signed
 * text of the attestation that the statement names, where it is another one. Answers how many lines are as
 * in the books, how many came after the proof, and [order_no, code] of what is wrong.
 */
export function checkStatement(csv, { attestations, lines }, named) {
  const [head, ...rows] = readCsv(csv)
  const isWhole =
    head?.join() === COLUMNS.join() && rows.every(({ length }) => length === COLUMNS.length)
  if (!isWhole) return { count: 0, later: 0, findings: [['', 'format']] }
  const signed = attestations.map(({ text }) => JSON.parse(text))
  const sealed = BigInt(signed.at(-1).books.entry)
  const ends = rows.filter(([, , kind]) => kind === HEAD)
  const told = rows.filter(([, , kind]) => kind !== HEAD).map(readRow)
  const known = told.filter(({ entry }) => entry <= sealed)
  const all = named === undefined ? signed : [...signed, JSON.parse(named)]
  const ofAccounts = accountsOf(lines).map((account) => compare(account, known))
  const [best = known.map(({ name }) => [name, 'unknown'])] = ofAccounts.toSorted(
    (one, other) => one.length - other.length,
  )
  const findings = [...ends.flatMap((end) => endFindings(end, all)), ...best]
  return { count: known.length, later: told.length - known.length, findings }
}

/** Nothing is said to be well that was not compared. */
function endFindings([number, , , hash], attestations) {
  const named = attestations.find((each) => `${each.number}` === number)
  if (!named) return [[number, 'head_unread']]
  return named.books.hash === hash ? [] : [[number, 'head']]
}

/** A statement is of one account, which it does not name: the lines of each, oldest first. */
function accountsOf(lines) {
  const accounts = new Map()
  for (const line of lines) {
    const name = `${line.purpose} ${line.currency}`
    const known = accounts.get(name)
    if (known) known.push(line)
    else accounts.set(name, [line])
  }
  return [...accounts.values()]
}

/** Every row is a line, and every line up to the newest row is a row. */
function compare(account, rows) {
  let balance = 0n
  const left = new Map()
  for (const { entry, at, kind, value } of account) {
    balance += BigInt(value)
    left.set(BigInt(entry), { at, kind, value: BigInt(value), balance })
  }
  const findings = []
  for (const { name, entry, at, kind, value, balance: after } of rows) {
    const line = left.get(entry)
    left.delete(entry)
    const isLine = line?.at === at && line.kind === kind && line.value === value
    if (!isLine) findings.push([name, 'unknown'])
    else if (line.balance !== after) findings.push([name, 'balance'])
  }
  const newest = rows.reduce((most, { entry }) => (entry > most ? entry : most), 0n)
  const missing = [...left.keys()].filter((entry) => entry <= newest)
  return [...findings, ...missing.map((entry) => [`E${entry}`, 'missing'])]
}

function readRow([name, at, kind, , value, balance]) {
  const entry = /^E\d{1,18}$/.test(name) ? BigInt(name.slice(1)) : 0n
  return { name, entry, at: Date.parse(at), kind, value: units(value), balance: units(balance) }
}

/** Amounts have eight decimals; undefined is no amount. */
function units(text) {
  return /^-?\d{1,19}\.\d{8}$/.test(text) ? BigInt(text.replace('.', '')) : undefined
}

/** By RFC 4180. */
function readCsv(text) {
  const rows = []
  let row = []
  for (const [whole, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    if (whole === '') break
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

async function main([proof, statement, house]) {
  const { readFileSync } = await import('node:fs')
  const { checkSaved, meaningOf: meaningOfProof } = await import('./verify.mjs')
  const saved = JSON.parse(readFileSync(proof, 'utf8'))
  const { findings: ofProof, attestation: newest } = await checkSaved(saved)
  for (const [number, code] of ofProof)
    console.error(`attestation ${number}: ${meaningOfProof(code)}`)
  if (!saved.lines) console.error('The proof was saved without lines.')
  if (ofProof.length > 0 || !saved.lines) process.exit(1)
  const csv = readFileSync(statement, 'utf8')
  const named = house && (await readNamed(house, numberIn(csv), newest))
  const { count, later, findings } = checkStatement(csv, saved, named)
  for (const [name, code] of findings) console.error(`${name}: ${meaningOf(code)}`)
  if (findings.length > 0) process.exit(1)
  console.log(`${count} lines are as in the books; ${later} came after the proof.`)
  if (numberIn(csv) === undefined) console.log('It names no attestation.')
}

/** The text of an older attestation, if the house signed it by the key of the newest one. */
async function readNamed(house, number, newest) {
  if (number === undefined) return undefined
  const { checkAttestation } = await import('./verify.mjs')
  const answer = await fetch(new URL(`/api/proof/attestation?number=${number}`, house))
  const { type, message } = await answer.json()
  if (type !== 'ok') return undefined
  const { attestation, findings } = await checkAttestation(message)
  const isOurs = attestation?.number === number && attestation.key === newest.key
  return isOurs && findings.length === 0 ? message.text : undefined
}

if (typeof process === 'object' && process.argv?.[1]?.endsWith('verify-statement.mjs')) {
  await main(process.argv.slice(2))
}
