import { houseNow } from '@btbc/client/house-clock.ts'

/** A picture that nobody can take for a real one, drawn in the browser: a headline and some lines. */

const WIDTH = 800
const HEIGHT = 500

export async function drawSample(lines: readonly string[]): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws no pictures')
  pen.fillStyle = '#f4f1ea'
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.strokeStyle = '#1b5fa8'
  pen.setLineDash([12, 8])
  pen.strokeRect(20, 20, WIDTH - 40, HEIGHT - 40)
  pen.fillStyle = '#1c1917'
  lines.forEach((line, at) => {
    pen.font = `${at === 0 ? '700 44px' : '28px'} system-ui, sans-serif`
    pen.fillText(line, 60, 110 + at * 76)
  })
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error('the picture could not be made'))
    }, 'image/png')
  })
}

/** Now, as such a picture says it. */
export function drawnAt(): string {
  return new Date(houseNow()).toISOString().slice(0, 16).replace('T', ' ')
}
