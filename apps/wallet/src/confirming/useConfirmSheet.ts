import type { Endpoint } from '@btbc/contract/endpoint.ts'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import type { Asked } from '#api/deeds.ts'
import { useErrorText, useSend } from '#api/query.ts'

/** A confirm sheet of one call: opened anew it knows nothing of an earlier refusal, and it closes when it is done. */
export function useConfirmSheet<E extends Endpoint>(call: E) {
  const errorText = useErrorText()
  const { error, isPending, mutate, reset } = useSend(call, { quiet: true })
  const [open, setOpen] = useState(false)
  return {
    ask: () => {
      reset()
      setOpen(true)
    },
    send: (asked: Asked<E>, onDone?: (answer: Answer<E>) => void) =>
      mutate(asked, {
        onSuccess: (answer) => {
          setOpen(false)
          onDone?.(answer)
        },
      }),
    /** For who has a next step to show with it. */
    refused: error,
    sheet: {
      open,
      onOpenChange: setOpen,
      busy: isPending,
      error: error ? errorText(error) : undefined,
    },
  }
}
