import type { readCase } from '@btbc/contract/operator/case.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { REASON_MAX } from '@btbc/contract/operator/reason-rules.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Select } from '#shell/Select.tsx'

type AnswersProps = Pick<Answer<typeof readCase>, 'answers'> & {
  /** What stands in the answer so far. */
  typed: string
  onTake: (text: string) => void
}

/** Read in English, written in the language of the member. Nothing that was typed is lost to one. */
export function Answers({ answers, typed, onTake }: AnswersProps) {
  const [name, setName] = useState(answers[0]?.name ?? '')
  const chosen = answers.find((each) => each.name === name)?.text ?? ''
  const isOwn = typed.trim() !== '' && answers.every(({ text }) => text !== typed)
  const whole = isOwn ? `${typed.trimEnd()}\n\n${chosen}` : chosen
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_max-content]">
      <Select
        label={say('desk.canned')}
        value={name}
        onChange={setName}
        choices={answers.map((each) => ({ value: each.name, label: each.name }))}
      />
      <Button
        variant="ghost"
        size="medium"
        disabledReason={whole.length > REASON_MAX ? say('desk.noRoom') : undefined}
        onClick={({ currentTarget: { form } }) => {
          onTake(whole)
          form?.querySelector('textarea')?.focus()
        }}
      >
        {say(isOwn ? 'desk.takeBelow' : 'desk.takeCanned')}
      </Button>
    </div>
  )
}
