/**
 * Works the draw of a campaign out again from what is published, and shares no code with the server:
 *
 *   node scripts/check-draw.js http://localhost:8080 1
 *
 * It uses nothing but fetch and Web Crypto, so it also runs in any browser: paste it into the console of
 * a page of the house and call `checkDraw(location.origin, 1)`.
 */

const PER_PAGE = 200

async function sha256(bytes) {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const ofText = (text) => sha256(new TextEncoder().encode(text))
const ofHex = (hex) => sha256(Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16)))
const toUnits = (amount) => BigInt(amount.replace('.', ''))

async function readAll(origin, campaign) {
  const list = []
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ id: campaign, page, limit: PER_PAGE })
    const answer = await (await fetch(`${origin}/api/campaign/draw?${query}`)).json()
    if (answer.type !== 'ok') throw new Error(answer.message)
    list.push(...answer.message.list)
    if (answer.message.list.length < PER_PAGE) return { ...answer.message, list }
  }
}

/** What is wrong, in words; nothing when all is as it has to be. */
async function faultsOf({ seed, seed_hash, list, list_hash, draw }) {
  const faults = []
  if ((await ofHex(seed)) !== seed_hash) faults.push('the seed is not the one that was committed')
  const lines = list.map(({ place, ticket, invites }) => `${place} ${ticket} ${invites}\n`)
  if ((await ofText(lines.join(''))) !== list_hash)
    faults.push('the list is not the one that was hashed')
  list.forEach(({ place, invites }, index) => {
    if (place !== index + 1) faults.push(`place ${index + 1} is missing`)
    if (invites > (list[index - 1]?.invites ?? invites)) faults.push(`place ${place} is too low`)
  })
  const expected = new Map()
  const entrants = draw ? list.filter(({ invites }) => invites >= draw.invites_min) : []
  if (draw && entrants.length >= draw.entrants_min) {
    const numbered = []
    for (const { ticket } of entrants) {
      numbered.push({ ticket, number: await ofText(`${seed}:${ticket}`) })
    }
    numbered.sort((a, b) => (a.number < b.number ? -1 : 1))
    const [least, most, step] = [toUnits(draw.usdt), toUnits(draw.usdt_most), 1_000_000n]
    for (const { ticket } of numbered.slice(0, draw.winners)) {
      const drawn = (await ofText(`${seed}:${ticket}:amount`)).slice(0, 32)
      const steps = (most - least) / step + 1n
      expected.set(ticket, least + (BigInt(`0x${drawn}`) % steps) * step)
    }
  }
  for (const { ticket, won } of list) {
    const said = won === null ? 0n : toUnits(won)
    if (said !== (expected.get(ticket) ?? 0n))
      faults.push(`ticket ${ticket} should have won otherwise`)
  }
  return faults
}

async function checkDraw(origin, campaign) {
  const published = await readAll(origin, campaign)
  const faults = await faultsOf(published)
  const winners = published.list.filter(({ won }) => won !== null).length
  for (const fault of faults) console.error(fault)
  console.log(
    faults.length === 0
      ? `The draw is right: ${published.list.length} on the list, ${winners} drawn.`
      : 'The draw is wrong.',
  )
  return faults.length === 0
}

if (typeof process === 'object') {
  const [origin = '', campaign = ''] = process.argv.slice(2)
  process.exitCode = (await checkDraw(origin, campaign)) ? 0 : 1
}
