import { say } from '@btbc/contract/operator/operator-text.ts'
import { listContacts } from '@btbc/contract/operator/support.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { ProposalCard } from '#desk/ProposalCard.tsx'
import { languageName } from '#language-names.ts'
import { ContactForm } from '#screens/contacts/ContactForm.tsx'
import { GoneForm } from '#screens/contacts/GoneForm.tsx'
import { Columns } from '#shell/Columns.tsx'
import { Opened } from '#shell/Opened.tsx'
import { Page, Section } from '#shell/Page.tsx'
import { type Column, Table } from '#shell/Table.tsx'

export type Contact = Answer<typeof listContacts>['list'][number]

/** Whom members may write to: changed by two, as a false contact is how members are robbed. */
export function ContactsScreen() {
  const contacts = useCall(listContacts, {})
  const [chosen, setChosen] = useState<Contact>()
  const stop = () => setChosen(undefined)
  return (
    <Page title={say('shell.contacts')} lead={say('contacts.lead')}>
      <Loaded query={contacts} height="h-96">
        {({ list, proposals }) => {
          // What is written about one stays when others take it off.
          const shown = list.find(({ id }) => id === chosen?.id)
          const contact = shown ?? chosen
          return (
            <Columns
              aside={
                contact ? (
                  <Opened
                    key={contact.id}
                    title={say('contacts.change', { number: contact.number })}
                    onClose={stop}
                    close={say('contacts.another')}
                  >
                    <ContactForm
                      contact={contact}
                      over={shown ? undefined : say('desk.decidedMeanwhile')}
                      onDone={stop}
                    />
                    {shown && (
                      <Section title={say('contacts.withdraw', { number: contact.number })}>
                        <GoneForm contact={contact} onDone={stop} />
                      </Section>
                    )}
                  </Opened>
                ) : (
                  <Section title={say('contacts.new')}>
                    <ContactForm />
                  </Section>
                )
              }
            >
              <Section title={say('contacts.shown')}>
                <Table
                  caption={say('contacts.shown')}
                  columns={[...columns, choice(setChosen)]}
                  rows={list}
                  empty={say('contacts.none')}
                />
              </Section>
              <Section title={say('contacts.proposals')}>
                {proposals.length === 0 && <p className="text-mut">{say('pools.nothing')}</p>}
                {proposals.map((each) => (
                  <ProposalCard key={each.id} proposal={each} />
                ))}
              </Section>
            </Columns>
          )
        }}
      </Loaded>
    </Page>
  )
}

const columns: Column<Contact>[] = [
  {
    id: 'name',
    header: say('contacts.name'),
    accessorFn: (row) => englishName(row),
    cell: ({ row: { original } }) => (
      <div className="min-w-44">
        <p className="font-semibold">{englishName(original)}</p>
        <p className="num text-small text-mut wrap-anywhere">{original.url}</p>
      </div>
    ),
  },
  { id: 'sorts', header: say('content.sorts'), accessorFn: (row) => row.sorts },
  {
    id: 'agent',
    header: say('contacts.agent'),
    accessorFn: (row) => say(row.is_agent ? 'contacts.yes' : 'contacts.no'),
  },
  {
    id: 'missing',
    header: say('content.missing'),
    accessorFn: (row) => row.missing.map(languageName).join(', ') || say('content.no'),
  },
]

function choice(choose: (contact: Contact) => void): Column<Contact> {
  return {
    id: 'change',
    header: say('contacts.toChange'),
    accessorFn: (row) => row.id,
    cell: ({ row: { original } }) => (
      <Button
        size="medium"
        variant="ghost"
        aria-label={say('contacts.change', { number: original.number })}
        onClick={() => choose(original)}
      >
        {say('contacts.toChange')}
      </Button>
    ),
  }
}

function englishName({ texts }: Contact): string {
  return texts.find(({ language }) => language === 'en')?.name ?? ''
}
