import { withdrawNote, writeNote } from '@btbc/contract/operator/member-acts.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { TextArea } from '@btbc/ui/TextArea.tsx'
import { useState } from 'react'

import { useAct } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { useForm } from '#desk/useForm.ts'
import { dateTime } from '#format.ts'
import type { Member } from '#screens/users/MemberPanel.tsx'
import { Section } from '#shell/Page.tsx'

type Note = Member['notes'][number]

const TAG_MAX = 30
const NOTE_MAX = 1000
const kinds: readonly { value: Note['kind']; label: string }[] = [
  { value: 'note', label: say('notes.note') },
  { value: 'tag', label: say('notes.tag') },
]

/** What operators wrote down. Members never see it; what is withdrawn stays in the timeline. */
export function Notes({ member: { id, notes, may_note: mayNote } }: { member: Member }) {
  return (
    <Section title={say('notes.title')}>
      <div className="card grid gap-4 p-4">
        {notes.length === 0 && <p className="text-mut">{say('notes.none')}</p>}
        <ul className="grid gap-3">
          {notes.map((note) => (
            <NoteLine key={note.id} note={note} mayNote={mayNote} />
          ))}
        </ul>
        {mayNote && <WriteForm id={id} />}
      </div>
    </Section>
  )
}

function NoteLine({ note, mayNote }: { note: Note; mayNote: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          {note.kind === 'tag' ? (
            <p className="w-fit rounded-chip bg-s3 px-2.5 py-0.5 font-semibold">{note.text}</p>
          ) : (
            <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
          )}
          <p className="text-small text-mut">
            {say('notes.by', { name: note.made_by.name, at: dateTime(note.made_at) })}
          </p>
        </div>
        {mayNote && (
          <Button
            variant="ghost"
            size="medium"
            className="max-w-32"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {say('notes.withdraw')}
          </Button>
        )}
      </div>
      {open && <WithdrawForm note={note.id} />}
    </li>
  )
}

function WithdrawForm({ note }: { note: number }) {
  const form = useForm({ reason: '' })
  const { mutateAsync } = useAct(withdrawNote)
  const { reason } = form.values
  return (
    <ReasonForm
      act={withdrawNote}
      form={form}
      onSubmit={() =>
        form.submit(reasonFault(reason), async () => {
          await mutateAsync({ note, reason })
          notify(say('notes.withdrawn'))
        })
      }
      className=""
      size="medium"
      variant="danger"
      button={say('notes.withdraw')}
    />
  )
}

const NOTHING = { kind: 'note' as Note['kind'], text: '' }

function WriteForm({ id }: { id: number }) {
  const form = useForm(NOTHING, {}, `note ${id}`)
  const { kind } = form.values
  const { mutateAsync } = useAct(writeNote)
  const text = form.values.text.trim()
  const wrong = text === '' ? { text: say('notes.write') } : {}
  return (
    <Form
      shown={form.shown}
      label={say('notes.new')}
      onSubmit={() =>
        form.submit(wrong, async () => {
          await mutateAsync({ id, kind, text })
          notify(say('notes.kept'))
          form.set(NOTHING)
        })
      }
    >
      <Segmented
        legend={say('notes.which')}
        options={kinds}
        value={kind}
        onChange={(next) => form.set({ kind: next })}
      />
      <TextArea
        label={say(kind === 'tag' ? 'notes.tagText' : 'notes.noteText')}
        maxLength={kind === 'tag' ? TAG_MAX : NOTE_MAX}
        {...form.field('text')}
      />
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button type="submit" size="medium" variant="ghost" busy={form.busy}>
        {say('notes.keep')}
      </Button>
    </Form>
  )
}
