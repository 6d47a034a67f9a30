// @vitest-environment jsdom
import { setPhrase as setPhraseCall } from '@btbc/contract/security.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { currentlyAsked } from '#security/asked.ts'
import { useConfirmed } from '#security/useConfirmed.ts'
import { shown } from '#testing/shown.tsx'
import { lost, type Network, refused, startNetwork, undecided } from '#testing/network.ts'

let network: Network

beforeEach(() => {
  network = startNetwork()
})

afterEach(() => {
  act(() => currentlyAsked()?.settle(undefined))
  cleanup()
  vi.unstubAllGlobals()
})

function Phrase() {
  const { tryIt, busy, error } = useConfirmed(setPhraseCall)
  const [phrase, setPhrase] = useState('blue kettle')
  const [done, setDone] = useState(0)
  return (
    <>
      <input
        value={phrase}
        onChange={({ target }) => setPhrase(target.value)}
        aria-label="Phrase"
      />
      <button
        type="button"
        onClick={() => void tryIt({ phrase }).then((answer) => answer && setDone(done + 1))}
      >
        Keep
      </button>
      <p>{busy ? 'busy' : (error ?? `done ${done}`)}</p>
    </>
  )
}

const press = () => fireEvent.click(screen.getByText('Keep'))
const settle = async (proof?: string) => await act(async () => currentlyAsked()?.settle(proof))
const reads = async (text: RegExp | string) =>
  await waitFor(() => expect(screen.getByText(text)).toBeTruthy())

test('without a proof nothing is sent; with one the request is what was proved', async () => {
  await shown(<Phrase />)
  press()
  await reads('busy')
  await settle()
  await reads('done 0')
  expect(network.sent).toEqual([])
  press()
  expect(currentlyAsked()?.payload).toEqual({ phrase: 'blue kettle' })
  await settle('p1')
  await reads('done 1')
  expect(network.sent[0]?.body).toEqual({ phrase: 'blue kettle', proof: 'p1' })
})

test('what leaves open whether it was done is asked for again with the same proof and key', async () => {
  network.answers = [undecided]
  await shown(<Phrase />)
  press()
  await settle('p1')
  await reads('Not now.')
  press()
  await reads('done 1')
  expect(network.sent[1]).toEqual(network.sent[0])
})

test('a lost answer is asked for again with the same proof and key, other content with another', async () => {
  network.answers = [lost, refused, lost]
  await shown(<Phrase />)
  press()
  await settle('p1')
  await reads(/cannot be reached/)
  press()
  await reads('Not now.')
  expect(network.sent[1]).toEqual(network.sent[0])
  press()
  await settle('p2')
  await reads(/cannot be reached/)
  fireEvent.change(screen.getByLabelText('Phrase'), { target: { value: 'red kettle' } })
  press()
  await settle('p3')
  await reads('done 1')
  expect(network.sent[3]?.body).toEqual({ phrase: 'red kettle', proof: 'p3' })
  expect(network.sent[3]?.key).not.toBe(network.sent[2]?.key)
})
