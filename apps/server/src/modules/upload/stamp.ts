/** TEST all over a picture, drawn as lines: a font that is missing cannot leave it out. */

const LETTERS: Readonly<Record<string, string>> = {
  T: 'M0 0H40M20 0V60',
  E: 'M36 0H0V60H36M0 30H28',
  S: 'M38 8Q30 0 20 0Q2 0 2 15Q2 28 20 30Q38 32 38 45Q38 60 20 60Q8 60 0 52',
}
const ADVANCE = 54

function word(letters: readonly string[]): string {
  return letters
    .map((letter, at) => `<path transform="translate(${at * ADVANCE} 0)" d="${LETTERS[letter]}"/>`)
    .join('')
}

/** An overlay of exactly this size. Dark under light, so that it shows on every ground. */
export function testMarks(width: number, height: number): string {
  const scale = Math.max(0.2, Math.min(width, height) / 520)
  const mark = word(['T', 'E', 'S', 'T'])
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><pattern id="marks" width="320" height="170" patternUnits="userSpaceOnUse" patternTransform="scale(${scale}) rotate(-24)">
<g fill="none" stroke-linecap="round" stroke-linejoin="round" transform="translate(40 40)">
<g stroke="#000" stroke-opacity=".42" stroke-width="12">${mark}</g>
<g stroke="#fff" stroke-opacity=".62" stroke-width="6">${mark}</g>
</g></pattern></defs>
<rect width="100%" height="100%" fill="url(#marks)"/></svg>`
}
