import { say } from '@btbc/contract/operator/operator-text.ts'
import { readCourse } from '@btbc/contract/operator/report.ts'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { CourseTable } from '#screens/overview/CourseTable.tsx'
import { Plots } from '#screens/overview/Plots.tsx'
import { Section } from '#shell/Page.tsx'

export type Point = Answer<typeof readCourse>['points'][number]
export type Span = 'day' | 'month'

/** How the house went, hour by hour or day by day. */
export function Course() {
  const [span, setSpan] = useState<Span>('day')
  const course = useCall(readCourse, { span })
  return (
    <Section title={say('overview.course')}>
      <div className="max-w-80">
        <Segmented
          legend={say('overview.span')}
          options={[
            { value: 'day', label: say('overview.day') },
            { value: 'month', label: say('overview.month') },
          ]}
          value={span}
          onChange={setSpan}
        />
      </div>
      <Loaded query={course} height="h-72">
        {({ points }) =>
          points.length === 0 ? (
            <p className="text-small text-mut">{say('overview.noHours')}</p>
          ) : (
            <>
              <Plots points={points} span={span} />
              <CourseTable points={points} span={span} />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}
