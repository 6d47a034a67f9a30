import { say } from '@btbc/contract/operator/operator-text.ts'
import { listSettings } from '@btbc/contract/operator/setting.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { NEW_MACHINE } from '#desk/places.ts'
import { ProposalsOf } from '#desk/ProposalList.tsx'
import { dateTime } from '#format.ts'
import { AddMachine } from '#screens/settings/AddMachine.tsx'
import { ChangeForm } from '#screens/settings/ChangeForm.tsx'
import { figure } from '#screens/settings/figures.ts'
import { HistoryOf } from '#screens/settings/HistoryOf.tsx'
import { Withdraw } from '#screens/settings/Withdraw.tsx'
import { arriveAt } from '#shell/focus.ts'
import { Page, Section } from '#shell/Page.tsx'
import { type Column, Table } from '#shell/Table.tsx'

export type Setting = Answer<typeof listSettings>[number]

/** What the house asks, gives and allows: what it is, is going to be and was, and another value by two. */
export function SettingsScreen() {
  const settings = useCall(listSettings, {})
  const { setting: picked } = useSearch({ strict: false })
  const navigate = useNavigate()
  const pick = (setting: string) => void navigate({ to: '.', search: { setting } })
  return (
    <Page title={say('shell.settings')} lead={say('setting.lead')}>
      <Loaded query={settings} height="h-96">
        {(all) => {
          const open = all.find(({ name }) => name === picked) ?? all[0]
          const like = all.find(({ name }) => name.startsWith('machine.'))
          const isAdding = like !== undefined && picked === NEW_MACHINE
          return (
            <div className="grid gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,5fr)]">
              <nav
                aria-label={say('shell.settings')}
                className="xl:sticky xl:top-10 xl:max-h-[calc(100dvh-3.5rem)] xl:self-start xl:overflow-y-auto"
              >
                <ul className="card grid gap-1 p-2">
                  {all.map((each) => (
                    <Choice
                      key={each.name}
                      title={each.title}
                      coming={each.coming.length}
                      isOpen={each === open && !isAdding}
                      onOpen={() => pick(each.name)}
                    />
                  ))}
                  {like && (
                    <Choice
                      title={say('setting.newMachine')}
                      coming={0}
                      isOpen={isAdding}
                      onOpen={() => pick(NEW_MACHINE)}
                    />
                  )}
                </ul>
              </nav>
              <InView picked={picked}>
                {isAdding ? (
                  <Adding like={like} />
                ) : (
                  open && <Opened key={open.name} setting={open} />
                )}
              </InView>
            </div>
          )
        }}
      </Loaded>
    </Page>
  )
}

/** The list may be longer than the screen: what is picked in it comes into view, with the focus. */
function InView({ picked, children }: { picked: string | undefined; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const heading = picked === undefined ? null : place.current?.querySelector('h2')
    if (heading) arriveAt(heading)
  }, [picked])
  return (
    <div ref={place} className="min-w-0">
      {children}
    </div>
  )
}

type ChoiceProps = { title: string; coming: number; isOpen: boolean; onOpen: () => void }

function Choice({ title, coming, isOpen, onOpen }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className={`press flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 rounded-control px-3 py-2 text-left ${
          isOpen ? 'bg-s3 font-semibold text-tx' : 'text-mut'
        }`}
      >
        {title}
        {coming > 0 && (
          <span className="text-small font-semibold text-ac">
            {say('setting.changes', { count: coming })}
          </span>
        )}
      </button>
    </li>
  )
}

function Adding({ like }: { like: Setting }) {
  return (
    <div className="grid content-start gap-6 lg:grid-cols-2">
      <Section title={say('setting.newMachine')}>
        <AddMachine like={like} />
      </Section>
      <Section title={say('pools.soFar')}>
        <ProposalsOf kinds={['machine.add']} />
      </Section>
    </div>
  )
}

function Opened({ setting }: { setting: Setting }) {
  return (
    <div className="grid content-start gap-6 lg:grid-cols-2">
      <div className="grid content-start gap-6">
        <Section title={setting.title}>
          <Values setting={setting} />
          <p className="text-small text-mut">{setting.keeps}</p>
        </Section>
        <Section title={say('setting.history')}>
          <HistoryOf setting={setting} />
        </Section>
      </div>
      <div className="grid content-start gap-6">
        <Section title={say('setting.propose')}>
          <ChangeForm setting={setting} />
        </Section>
        <Withdraw setting={setting} />
        <Section title={say('pools.soFar')}>
          <ProposalsOf kinds={['setting.change', 'setting.withdraw']} />
        </Section>
      </div>
    </div>
  )
}

type FieldRow = Setting['fields'][number]

/** Each figure as it is, and in a column of its own what it is going to be. */
function Values({ setting }: { setting: Setting }) {
  const { fields, value, coming } = setting
  const columns: Column<FieldRow>[] = [
    { id: 'figure', header: say('setting.figure'), accessorFn: ({ label }) => label },
    { id: 'now', header: say('setting.now'), accessorFn: (field) => figure(field, value) },
    ...coming.map((change) => ({
      id: change.from,
      header: say('setting.from', { at: dateTime(change.from) }),
      accessorFn: (field: FieldRow) => figure(field, change.value),
    })),
  ]
  return <Table caption={setting.title} columns={columns} rows={fields} empty="" />
}
