import {
  listArticleVersions,
  redraftVersion,
  withdrawVersion,
} from '@btbc/contract/operator/article.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import type { Language } from '@btbc/contract/wire.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { errorText } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useAct, useCall } from '#api/query.ts'
import { useHeldFrom } from '#desk/operator.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { useForm } from '#desk/useForm.ts'
import { dateTime } from '#format.ts'
import { OlderPages } from '#shell/OlderPages.tsx'

type Version = Answer<typeof listArticleVersions>['list'][number]

type VersionsProps = {
  id: number
  language: Language
  /** Of the draft that a version would replace. */
  revision: number
  isAllSaved: boolean
  onDone: () => Promise<void>
}

const SHOWN = 10
const states = {
  now: { tone: 'good', name: say('content.state.now') },
  later: { tone: 'waiting', name: say('content.state.later') },
  before: { tone: 'idle', name: say('content.state.before') },
  withdrawn: { tone: 'bad', name: say('content.state.withdrawn') },
} as const

/** What was published in a language, newest first, and the ways back. */
export function Versions({ id, language, revision, isAllSaved, onDone }: VersionsProps) {
  const [pages, setPages] = useState<readonly number[]>([])
  const before = pages.at(-1)
  const page = useCall(listArticleVersions, { id, language, limit: SHOWN, before })
  return (
    <Loaded query={page}>
      {({ list, next }) => (
        <>
          {list.length === 0 && <p className="card p-4 text-mut">{say('content.noVersion')}</p>}
          <ol className="grid gap-2">
            {list.map((version) => (
              <li key={version.id} className="card grid gap-2 p-4">
                <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
                  {version.title}
                  <StatusPill tone={states[version.state].tone}>
                    {states[version.state].name}
                  </StatusPill>
                </p>
                <p className="text-small text-mut">
                  {say('content.versionLine', {
                    at: dateTime(version.live_at),
                    name: version.by?.name ?? say('content.house'),
                  })}
                </p>
                <Ways {...{ version, revision, isAllSaved, onDone }} />
              </li>
            ))}
          </ol>
          <OlderPages pages={pages} next={next} onTurn={setPages} />
        </>
      )}
    </Loaded>
  )
}

type WaysProps = Pick<VersionsProps, 'revision' | 'isAllSaved' | 'onDone'> & { version: Version }

function Ways({ version: { id, title, state }, revision, isAllSaved, onDone }: WaysProps) {
  const redraft = useAct(redraftVersion)
  const heldFrom = useHeldFrom(redraftVersion)
  const [isAsking, setAsking] = useState(false)
  const draftAgain = () => {
    const done = () => {
      notify(say('content.drafted'))
      void onDone()
    }
    redraft.mutate({ id, revision }, { onSuccess: done })
  }
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button
          size="medium"
          variant="ghost"
          className="max-w-60"
          aria-label={say('content.redraftOf', { title })}
          busy={redraft.isPending}
          disabledReason={heldFrom ?? (isAllSaved ? undefined : say('content.saveFirst'))}
          onClick={draftAgain}
        >
          {say('content.redraft')}
        </Button>
        {state !== 'withdrawn' && !isAsking && (
          <Button
            size="medium"
            variant="ghost"
            className="max-w-60"
            aria-label={say('content.withdrawOf', { title })}
            onClick={() => setAsking(true)}
          >
            {say('content.withdraw')}
          </Button>
        )}
      </div>
      {isAsking && state !== 'withdrawn' && <WithdrawForm id={id} />}
      {redraft.error && <Banner tone="bad">{errorText(redraft.error)}</Banner>}
    </>
  )
}

function WithdrawForm({ id }: { id: number }) {
  const form = useForm({ reason: '' })
  const { mutateAsync } = useAct(withdrawVersion)
  const { reason } = form.values
  return (
    <ReasonForm
      act={withdrawVersion}
      form={form}
      onSubmit={() => form.submit(reasonFault(reason), () => mutateAsync({ id, reason }))}
      className=""
      size="medium"
      variant="danger"
      button={say('content.withdraw')}
    >
      <p className="text-small text-mut">{say('content.withdrawNext')}</p>
    </ReasonForm>
  )
}
