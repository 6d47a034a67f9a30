import { strokes } from '#modules/upload/index.ts'

/** A document that nobody could take for a real one, drawn for whoever wants to try the review. */

const WIDTH = 1000
const HEIGHT = 630

type Line = { text: string; x: number; y: number; size: number; colour: string }

function line({ text, x, y, size, colour }: Line): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 60})" fill="none" stroke="${colour}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round">${strokes(text)}</g>`
}

function card(inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="100%" height="100%" fill="#d8dde3"/>
<rect x="30" y="30" width="940" height="570" rx="28" fill="#f4efe2" stroke="#8a7a52" stroke-width="4"/>
${inside}</svg>`
}

function front(number: string): string {
  return card(`<rect x="30" y="30" width="940" height="110" rx="28" fill="#2e4a62"/>
<rect x="30" y="100" width="940" height="40" fill="#2e4a62"/>
${line({ text: 'SAMPLE DOCUMENT', x: 70, y: 66, size: 40, colour: '#ffffff' })}
<rect x="70" y="180" width="250" height="320" rx="12" fill="#c3ccd4"/>
<circle cx="195" cy="290" r="62" fill="#7b8b99"/>
<path d="M95 500Q100 372 195 372Q290 372 295 500Z" fill="#7b8b99"/>
${line({ text: 'NAME', x: 370, y: 190, size: 22, colour: '#8a7a52' })}
${line({ text: 'SAMPLE MEMBER', x: 370, y: 228, size: 40, colour: '#23313d' })}
${line({ text: 'NUMBER', x: 370, y: 320, size: 22, colour: '#8a7a52' })}
${line({ text: number, x: 370, y: 360, size: 32, colour: '#23313d' })}
${line({ text: 'NOT A DOCUMENT OF ANYBODY', x: 70, y: 544, size: 26, colour: '#a03030' })}`)
}

function reverse(number: string): string {
  return card(`<rect x="30" y="90" width="940" height="90" fill="#3a3a3a"/>
${line({ text: 'SAMPLE DOCUMENT', x: 70, y: 230, size: 40, colour: '#23313d' })}
${line({ text: 'MADE FOR TESTS ONLY', x: 70, y: 310, size: 30, colour: '#8a7a52' })}
${line({ text: number, x: 70, y: 470, size: 44, colour: '#23313d' })}
${line({ text: 'NOT A DOCUMENT OF ANYBODY', x: 70, y: 544, size: 26, colour: '#a03030' })}`)
}

export type SampleDocument = { name: string; cardId: string; front: Buffer; reverse: Buffer }

/** A new one each time: its number stands for one member alone. */
export async function drawSampleDocument(
  random: (bytes: number) => Buffer,
): Promise<SampleDocument> {
  const { default: sharp } = await import('sharp')
  const digits = String(random(6).readUIntBE(0, 6)).padStart(12, '0').slice(-12)
  const cardId = `TEST-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8)}`
  const [frontPng, reversePng] = await Promise.all(
    [front(cardId), reverse(cardId)].map((svg) => sharp(Buffer.from(svg)).png().toBuffer()),
  )
  if (frontPng === undefined || reversePng === undefined) throw new Error('nothing was drawn')
  return { name: 'Sample Member', cardId, front: frontPng, reverse: reversePng }
}
