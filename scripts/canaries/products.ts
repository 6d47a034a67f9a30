import { AT_THE_END, BOOKS_AT_THE_END, type Canary, MODULES_AT_THE_END } from './canary.ts'

/** Faults of what is promised, given and paid. */
export const ofProducts: readonly Canary[] = [
  {
    name: 'the income of a lock is promised and not set aside',
    changes: [
      {
        file: 'apps/server/src/modules/lock/lock.ts',
        from: '[lockReserved(lock, days, now), ...bringing, lockOpened(lock, now)]',
        to: '[...bringing, lockOpened(lock, now)]',
      },
    ],
    check: {
      file: 'apps/server/src/modules/lock/lock.test.ts',
      test: 'whoever cannot pay keeps nobody from the pool',
      assertion: MODULES_AT_THE_END,
      in: AT_THE_END,
    },
  },
  {
    name: 'a day of a lock is paid to the next member',
    changes: [
      {
        file: 'apps/server/src/modules/lock/lock.entries.ts',
        from: 'to: earnOf(memberId), amount: dayIncome',
        to: 'to: earnOf(memberId + 1), amount: dayIncome',
      },
    ],
    check: {
      file: 'apps/server/src/modules/lock/lock.test.ts',
      test: 'an early end that waited while a day was paid forfeits what is left then',
      assertion: MODULES_AT_THE_END,
      in: AT_THE_END,
    },
  },
  {
    name: 'the income of a machine stays in its reserve when a run takes it',
    changes: [
      {
        file: 'apps/server/src/modules/mining/mining.entries.ts',
        from: "{ from: houseAccount('reserve:machine', BTBC.id), to, amount: run.machinesPerDay }",
        to: "{ from: houseAccount('pool:mining', BTBC.id), to, amount: run.machinesPerDay }",
      },
    ],
    check: {
      file: 'apps/server/src/modules/machine/machine.test.ts',
      test: 'start-all takes the base and every idle machine as one run for one launch',
      assertion: MODULES_AT_THE_END,
      in: AT_THE_END,
    },
  },
  {
    name: 'the first day of a lock passes twice',
    changes: [
      {
        file: 'apps/server/src/modules/lock/lock.pay.ts',
        from: 'Array.from({ length: passed - paid }, (_, at) => lockPaid(lock, paid + at + 1, now))',
        to: 'Array.from({ length: passed - paid + 1 }, (_, at) => lockPaid(lock, paid + at, now))',
      },
    ],
    check: {
      file: 'apps/server/src/modules/lock/lock.test.ts',
      test: 'a lock of 100 USDT gives exactly 130.00 back over 30 days, each day paid once, though the server was down on days 3 to 6 and a payout was cut off',
      assertion: "expect(await earned(server, alice.id)).toBe('2')",
    },
  },
  {
    name: 'the yield of a fund is rounded in the member’s favour',
    changes: [
      {
        file: 'packages/contract/src/fund-yield.ts',
        from: 'return (amount * BigInt(rateBps)) / BPS',
        to: 'return (amount * BigInt(rateBps) + BPS - 1n) / BPS',
      },
    ],
    check: {
      file: 'packages/contract/src/fund-yield.test.ts',
      test: 'a yield is floored to the unit, and a pool covers the largest amount whose yield it has',
      assertion: 'expect(fundYield(1_999_999n, 150)).toBe(29_999n)',
    },
  },
  {
    name: 'a fund that is set aside waits twice as long for its money',
    changes: [
      {
        file: 'apps/server/src/modules/fund/fund.awaiting.ts',
        from: 'PAY_WITHIN_MS = 30 * MINUTE_MS',
        to: 'PAY_WITHIN_MS = 60 * MINUTE_MS',
      },
    ],
    check: {
      file: 'apps/server/src/modules/fund/fund.test.ts',
      test: 'a purchase can be set aside for 30 minutes: paid within them it runs, after them its yield is back in the pool',
      assertion: 'expect(waiting.list).toMatchObject([',
    },
  },
  {
    name: 'a share of a packet is paid to a member twice',
    changes: [
      {
        file: 'apps/server/src/modules/packet/packet.receive.ts',
        from: "  if (own) throw new Refusal('packet_taken')\n",
        to: '',
      },
    ],
    check: {
      file: 'apps/server/src/modules/packet/packet.test.ts',
      test: 'a packet is published by two, its last share goes to one of all who ask, and each member has one',
      assertion: "toBe('packet_taken')",
    },
  },
  {
    name: 'an airdrop is to one too many',
    changes: [
      {
        file: 'apps/server/src/modules/airdrop/airdrop.group.ts',
        from: 'select ${id}, id from member where frozen_at is null and ${isMeant(group, now)}',
        to: 'select ${id}, id from member where ${isMeant(group, now)}',
      },
      {
        file: 'apps/server/src/modules/airdrop/airdrop.group.ts',
        from: 'select count(*) filter (where frozen_at is null)::integer as members,',
        to: 'select count(*)::integer as members,',
      },
    ],
    check: {
      file: 'apps/server/src/modules/airdrop/airdrop.test.ts',
      test: 'an airdrop is counted, proposed and accepted by two, and each of its members has it once, is told and can read it',
      assertion: "toBe('pool_source_short')",
    },
  },
  {
    name: 'what points are worth is counted in the wrong units',
    changes: [
      {
        file: 'apps/server/src/modules/points/check-in.ts',
        from: 'btbc: points * rate,',
        to: 'btbc: points,',
      },
    ],
    check: {
      file: 'apps/server/src/modules/points/points.test.ts',
      test: 'nine days of check-ins give a row of seven and begin the next, and a missed day begins anew',
      assertion: "'reserve:points', BTBC.id)).toBe(held * CENT)",
    },
  },
  {
    name: 'a run goes on after its end',
    changes: [
      {
        file: 'apps/server/src/modules/mining/power.ts',
        from: 'Math.min(Math.max(now.getTime() - run.startedAt.getTime(), 0), RUN_MS)',
        to: 'Math.max(now.getTime() - run.startedAt.getTime(), 0)',
      },
    ],
    check: {
      file: 'apps/server/src/modules/mining/power.test.ts',
      test: 'a run gives rate × elapsed, floored, nothing before its start and no more after its end',
      assertion: 'fc.assert(',
    },
  },
  {
    name: 'a team counts nobody who is invited late',
    changes: [
      {
        file: 'packages/database/migrations/0049_team_tally.sql',
        from: 'select level, count(*)::integer as total, count(counted_until)::integer as active',
        to: 'select level, count(*)::integer - 1 as total, count(counted_until)::integer as active',
      },
    ],
    check: {
      file: 'apps/server/src/modules/team/team.tally.test.ts',
      test: 'teams are as large as who walks through them counts, whoever joins, starts, rests or is invited late',
      assertion: MODULES_AT_THE_END,
      in: AT_THE_END,
    },
  },
  {
    name: 'the coins of a finished deal come back to its seller, too',
    changes: [
      {
        file: 'apps/server/src/modules/deal/deal.end.ts',
        from: 'const back = number - toBuyer',
        to: 'const back = number',
      },
    ],
    check: {
      file: 'apps/server/src/modules/deal/deal.test.ts',
      test: 'USDT are bought from the offer to the confirmation, and each sees whose turn it is',
      assertion: BOOKS_AT_THE_END,
      in: AT_THE_END,
    },
  },
  {
    name: 'one unpaid deal of a member is not counted',
    changes: [
      {
        file: 'apps/server/src/modules/deal/deal.misuse.ts',
        from: 'const LIMIT = 3\n',
        to: 'const LIMIT = 4\n',
      },
    ],
    check: {
      file: 'apps/server/src/modules/deal/deal.misuse.test.ts',
      test: 'three deals that were not paid within a day stop new ones for a day',
      assertion: 'expect(misuse).toEqual({ count: 3, limit: 3,',
    },
  },
]
