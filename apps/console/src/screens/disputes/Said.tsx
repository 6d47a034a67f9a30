import { readDisputePicture } from '@btbc/contract/operator/dispute.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { clsx } from 'clsx'

import { CasePart } from '#desk/CaseFrame.tsx'
import { LoggedPicture } from '#desk/LoggedPicture.tsx'
import { dateTime } from '#format.ts'
import type { Dispute, Look } from '#screens/disputes/DisputePanel.tsx'

const speakers = { buyer: 'dispute.theBuyer', seller: 'dispute.theSeller' } as const

/** What the two wrote to each other: the buyer on the left, the seller on the right. */
export function Said({ messages, look }: { messages: Dispute['messages']; look: Look }) {
  return (
    <CasePart title={say('dispute.messages')}>
      {messages.length === 0 ? (
        <p className="text-small text-mut">{say('dispute.noMessages')}</p>
      ) : (
        <ol className="grid gap-2">
          {messages.map(({ from, text, pic, at }) => (
            <li
              key={`${at} ${from} ${text} ${pic}`}
              className={clsx(
                'grid w-fit max-w-[85%] gap-1 rounded-control px-3 py-2',
                from === 'buyer' ? 'bg-s2' : 'ml-auto bg-s3',
              )}
            >
              {text !== '' && <p className="wrap-anywhere whitespace-pre-line">{text}</p>}
              {pic !== null && (
                <LoggedPicture
                  label={say('dispute.messagePicture', { from })}
                  act={readDisputePicture}
                  onView={() => look(pic)}
                />
              )}
              <p className="num text-label text-mut">
                {say(speakers[from])} · {dateTime(at)}
              </p>
            </li>
          ))}
        </ol>
      )}
    </CasePart>
  )
}
