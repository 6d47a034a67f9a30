import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

function theme(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`)
  const block = css.slice(start, css.indexOf('}', start))
  return Object.fromEntries(
    [...block.matchAll(/--([\w]+): (#[\da-f]{6});/g)].map(([, name, value]) => [name, value ?? '']),
  )
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const surfaces = ['bg', 's1', 's2', 's3']
const texts = ['tx', 'mut', 'sub', 'ac', 'up', 'dn', 'test', 'warn']
const buttons = [
  ['onac', 'acf'],
  ['onup', 'upf'],
  ['ondn', 'dnf'],
]

describe.each([
  ['night', ':root'],
  ['day', ":root[data-theme='day']"],
])('%s', (_name, selector) => {
  const colours = theme(selector)
  const of = (name = '') => colours[name] ?? ''

  test.each(texts)('%s is readable on every surface', (name) => {
    for (const surface of surfaces)
      expect(contrast(of(name), of(surface))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(buttons)('%s is readable on %s', (text, fill) => {
    expect(contrast(of(text), of(fill))).toBeGreaterThanOrEqual(4.5)
  })

  test('borders of controls and the bars of power can be seen', () => {
    for (const surface of surfaces)
      expect(contrast(of('ctl'), of(surface))).toBeGreaterThanOrEqual(3)
    for (const bar of ['ac2', 'ac3']) expect(contrast(of(bar), of('s1'))).toBeGreaterThanOrEqual(3)
  })
})
