import { once } from 'node:events'
import { connect } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { startTestServer } from '#testing/server.ts'

test('ten requests at once on one line are answered, one more cuts it, and others go on', async () => {
  const server = await startTestServer()
  const { host, port } = new URL(server.url)
  const open = async () => {
    const line = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void line.destroy())
    line.on('error', () => undefined)
    let heard = ''
    line.on('data', (data) => (heard += data.toString()))
    await once(line, 'connect')
    const answers = () => heard.split('HTTP/1.1 200').length - 1
    return { line, answers, ended: once(line, 'close') }
  }
  const ask = (times: number) => `GET /verify.mjs HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(times)
  const [patient, greedy] = [await open(), await open()]
  for (let round = 1; round <= 3; round += 1) {
    patient.line.write(ask(10))
    await expect.poll(patient.answers).toBe(10 * round)
  }
  greedy.line.write(ask(500))
  await greedy.ended
  expect(greedy.answers()).toBeLessThanOrEqual(10)
  patient.line.write(ask(1))
  await expect.poll(patient.answers).toBe(31)
})
