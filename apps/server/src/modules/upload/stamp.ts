/** Words drawn as lines: a font that is missing cannot leave them out. */

const ROUND = 'M20 0Q0 0 0 30Q0 60 20 60Q40 60 40 30Q40 0 20 0'
/** In a box of 40 by 60. */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'M0 60L20 0L40 60M8 38H32',
  B: 'M0 30H24Q40 30 40 45Q40 60 24 60H0V0H20Q34 0 34 15Q34 30 20 30',
  C: 'M38 8Q30 0 22 0Q2 0 2 30Q2 60 22 60Q30 60 38 52',
  D: 'M0 0V60H14Q40 60 40 30Q40 0 14 0Z',
  E: 'M36 0H0V60H36M0 30H28',
  F: 'M36 0H0V60M0 30H28',
  L: 'M0 0V60H36',
  M: 'M0 60V0L20 34L40 0V60',
  N: 'M0 60V0L40 60V0',
  O: ROUND,
  P: 'M0 60V0H24Q40 0 40 17Q40 34 24 34H0',
  R: 'M0 60V0H24Q40 0 40 17Q40 34 24 34H0M20 34L40 60',
  S: 'M38 8Q30 0 20 0Q2 0 2 15Q2 28 20 30Q38 32 38 45Q38 60 20 60Q8 60 0 52',
  T: 'M0 0H40M20 0V60',
  U: 'M0 0V40Q0 60 20 60Q40 60 40 40V0',
  Y: 'M0 0L20 30L40 0M20 30V60',
  '0': ROUND,
  '1': 'M8 12L20 0V60M6 60H34',
  '2': 'M2 14Q4 0 20 0Q38 0 38 16Q38 30 2 60H40',
  '3': 'M2 6Q10 0 20 0Q36 0 36 15Q36 29 16 29Q38 29 38 45Q38 60 20 60Q8 60 0 52',
  '4': 'M30 60V0L0 42H40',
  '5': 'M36 0H6L4 26Q12 22 20 22Q40 22 40 41Q40 60 20 60Q8 60 0 52',
  '6': 'M36 4Q28 0 22 0Q0 0 0 36Q0 60 20 60Q40 60 40 43Q40 26 20 26Q2 26 0 42',
  '7': 'M0 0H40L14 60',
  '8': 'M20 28Q4 28 4 14Q4 0 20 0Q36 0 36 14Q36 28 20 28Q0 28 0 44Q0 60 20 60Q40 60 40 44Q40 28 20 28',
  '9': 'M4 56Q12 60 18 60Q40 60 40 24Q40 0 20 0Q0 0 0 17Q0 34 20 34Q38 34 40 18',
  '-': 'M8 30H32',
  ' ': '',
}
const ADVANCE = 54

/** Capital letters and digits as paths, to be drawn in whatever colour and width their group has. */
export function strokes(text: string): string {
  return Array.from(text, (letter, at) => {
    const path = LETTERS[letter]
    if (path === undefined) throw new Error(`no lines for ${letter}`)
    return `<path transform="translate(${at * ADVANCE} 0)" d="${path}"/>`
  }).join('')
}

/** TEST all over, as an overlay of exactly this size. Dark under light, so it shows on every ground. */
export function testMarks(width: number, height: number): string {
  const scale = Math.max(0.2, Math.min(width, height) / 520)
  const mark = strokes('TEST')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><pattern id="marks" width="320" height="170" patternUnits="userSpaceOnUse" patternTransform="scale(${scale}) rotate(-24)">
<g fill="none" stroke-linecap="round" stroke-linejoin="round" transform="translate(40 40)">
<g stroke="#000" stroke-opacity=".42" stroke-width="12">${mark}</g>
<g stroke="#fff" stroke-opacity=".62" stroke-width="6">${mark}</g>
</g></pattern></defs>
<rect width="100%" height="100%" fill="url(#marks)"/></svg>`
}
