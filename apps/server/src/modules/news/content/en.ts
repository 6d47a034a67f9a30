import type { Content } from './content.ts'

export const en: Content = {
  banners: {
    share: 'Invite a friend: 7 starts for you when their first run has ended',
    wallet: 'Your wallets: every balance and every record, in test funds',
    support: 'Support: write to us, the contacts are here',
  },
  articles: {
    howRunsWork: {
      title: 'How a run works',
      summary: 'One start, 24 hours, and the output is reserved before the run begins.',
      body: `
        A run lasts 24 hours and uses one start. "Start all" begins the base and every idle machine as one run. Starting a single machine uses one start for that machine.
        Your rate is fixed when the run starts. In the same moment the whole output of the run moves from the mining pool into a reserve. If the pool is short, the start is refused and nothing is used.
        The meter shows rate × time passed. The server keeps the time, so you can close the app. When the run ends, its output is added to your unclaimed BTBC.`,
    },
    outputSchedule: {
      title: 'Output schedule of 12 July 2025',
      summary: 'Mining output is reduced from 12 July 2025. These are the figures.',
      body: `
        Mining output is reduced from 12 July 2025. The schedule since then:
        - The base goes from 0.002 BTBC to 0.001 BTBC per hour: 0.024 BTBC in one run.
        - The mining pool is refilled daily to 1,000,000 BTBC, with at most 100,000 BTBC a day.
        - The supply of BTBC never exceeds 1,000,000,000.
        A run keeps the rate it started with. A machine keeps its output for its whole cycle.`,
    },
    testFundsPromise: {
      title: 'Our promise: test funds only',
      summary: 'Nothing here has real value, and nothing real is ever asked of you.',
      body: `
        BTBC runs on test funds only.
        - No balance, coin or machine here has real value, and none can be turned into money.
        - We never ask for real money, real bank details or real documents.
        - The server refuses to start on a real network.
        If anyone asks you to pay real money for BTBC, do not pay, and tell [support](/Kefu).`,
    },
    opening: {
      title: 'BTBC is open',
      summary: 'Register, start runs, buy machines and invite a team, all in test funds.',
      body: `
        You register, start 24-hour runs, buy machines, invite a team and find every unit in your records.
        When you prove your mail address or phone number, you receive 50 BTBC and 7 starts. Both come from the welcome pool.
        Everything is test funds. Use it, study it, try to break it, and tell [support](/Kefu) what you find.`,
    },
    openBooks: {
      title: 'The books are open',
      summary: 'Anyone can read what is owed, what is set aside and whether it agrees.',
      body: `
        The [proof page](/about#proof) is computed from the books: what members own, what pools and reserves hold, what is promised, and whether it all agrees. You need no account to read it.
        [How the books are proved](/info3) explains each figure.`,
    },
    eightLanguages: {
      title: 'Eight languages, day and night',
      summary: 'Choose your language at the top of the home screen.',
      body: `
        The app, its messages and these articles come in English, 简体中文, 繁體中文, 한국어, 日本語, Español, Português and বাংলা. You choose the language at the top of the home screen, and messages to you follow it.
        The day or night theme follows your phone until you choose one.`,
    },
    funds: {
      title: 'Funds',
      summary: 'A fixed term, with the yield reserved when you buy.',
      body: `
        A fund is a fixed term. The amount you put in is held until the term ends. You choose an amount between the minimum and the maximum of the product.
        - 7 days: 1 % for the term
        - 30 days: 5 % for the term
        - 90 days: 18 % for the term
        - From 5 to 5,000 USDT
        The yield moves from the fund pool into a reserve when you buy. If the pool is short, the purchase is refused and nothing is taken. At the end of the term the amount and the yield go to your Earn wallet.
        A product is sold only while its screen shows it as open. All amounts are test funds.`,
    },
    minerFunds: {
      title: 'Miner funds',
      summary: 'Two fixed-term products, each with its own start time and minimum.',
      body: `
        A miner fund is a fixed-term product with a start time and a minimum of its own. Both are shown before you buy.
        The yield of the whole term moves from the fund pool into a reserve when you buy. If the pool is short, the purchase is refused and nothing is taken.
        At the end of the term the amount and the yield go to your Earn wallet. All amounts are test funds.`,
    },
    rules: {
      title: 'House rules',
      summary: 'The rules no feature may break.',
      body: `
        - Test funds only. There is no switch for real money.
        - Reserved before promised. The whole amount of a promise leaves a funded pool when the promise is made. A pool that cannot cover it refuses.
        - Shown means so. A figure is computed from the books, or it is not shown.
        - Cost before consent. You see amount, fee and net before you confirm, and exactly that is booked.
        - Open books. Entries are added, never changed, and anyone can check the totals.
        - Leaving is easy. A withdrawal never asks for a payment first.
        - No real documents. Sample documents are enough.
        - No way in for real money. Payment details shown here are test details.
        - Earned is owned. A claim can pay its fee from what is claimed.`,
    },
    activities: {
      title: 'Activities',
      summary: 'What you can take part in, and what has ended.',
      body: `
        - [Invite a friend](/info1)
        - [Machines explained](/info2)
        - [How the books are proved](/info3)
        A campaign is published only when its whole budget is reserved.
        # Archive: invitation tournament, 15 to 24 September 2025
        This tournament has ended and pays nothing now. Its terms, in test funds:
        - Place 1: 20,000 USD and 80,000 BTBC. Places 2 and 3: 10,000 USD and 40,000 BTBC. Places 4 to 10: 7,000 USD and 20,000 BTBC.
        - 100 to 300 invites: 20 USD and 2,000 BTBC. 300 to 600: 50 USD and 4,000 BTBC. From 600: 100 USD and 6,000 BTBC.
        - A draw of 50 members: 10 to 100 USD and 800 BTBC each.
        - From 10 invites: 10 BTBC for each invite, and 500 BTBC.
        - 5 BTBC for joining the Indonesian community group.
        - Lock-ups lifted before 30 September 2025.`,
    },
    whitePaper: {
      title: 'White paper',
      summary: 'Where every unit comes from, and where it may go.',
      body: `
        BTBC is a full-size mining, wallet and exchange economy on test funds. This paper lists where every unit comes from, how output is computed and how the books are checked. Operators change a figure only by a proposal that another operator accepts; the screens show the figures in force.
        # Supply
        - At most 1,000,000,000 BTBC are ever issued. Mined BTBC exists in the books first and is minted on a test chain later.
        - USDT, BTC and BNB are test coins. The treasury starts with 10,000,000 USDT, 100 BTC and 10,000 BNB.
        # Pools
        - Mining: 1,000,000 BTBC, refilled daily to that level with at most 100,000 BTBC a day.
        - Welcome: 5,000,000 BTBC and starts.
        - Referral: 7,000,000 starts.
        - Points: 100,000 BTBC. Red packets: 1,000 USDT and 10,000 BTBC.
        - Lock plan and funds: 300,000 USDT each. Campaigns: 600,000 USDT and 3,000,000 BTBC.
        Pools are filled from issuance, the treasury or fees, never from a member's wallet.
        # Power
        Output per hour = basic × (1 + bonus).
        - Basic = 0.001 BTBC + the daily output of the machines in the run ÷ 24.
        - Bonus = 10 % for each direct member + 1 % for each member of levels 2 to 10, at most +300 %. A member counts who is verified and has had a run in the last 30 days.
        - Example: no machine, 4 direct and 6 other members: 0.001 × (100 % + 40 % + 6 %) = 0.00146 BTBC per hour, 0.03504 BTBC in one run.
        # Starts, runs and machines
        - A start costs 1 USDT. A run lasts 24 hours.
        - A base run gives 0.024 BTBC, about 0.02 USDT at the first reference price of 0.80 USDT. A bought start costs more than a base run gives.
        - S-1: 20 USDT, 0.5 BTBC a day, 60 runs. S-2: 100 USDT, 2.8 BTBC a day, 60 runs. S-3: 500 USDT, 15 BTBC a day, 90 runs. C-1: 50 BTBC, 1.2 BTBC a day, 60 runs.
        # Grants
        - A verified new member receives 50 BTBC and 7 starts.
        - An inviter receives 7 starts when the invited friend's first run has ended, for at most 20 friends a day; the rest follow the next day.
        # Fees
        - The first claim is free. Each later claim costs 10 USDT, or its worth in BTBC taken from the claim.
        - Exchange: 0.1 %. Coin withdrawal: 1 %. Bank withdrawal: 18 %.
        - A fee is shown before you confirm.
        # Reserves
        Every promise has its reserve: run output, machine income, fund yield, lock income, invitation rewards, prizes. The amount moves out of the pool in the same transaction that makes the promise. If the pool is short, the action is refused and nothing is used.
        # Solvency
        Each entry moves an amount from one account to another, so every currency adds up to zero over all accounts. Entries are never changed or deleted. The [proof page](/about#proof) adds up what members own, what is promised and what covers it.
        # What this paper does not say
        It gives no price forecast and no promise of income. Nothing here has real value.`,
    },
    mining: {
      title: 'Mining at BTBC',
      summary: 'Mining here is a calculation. Your phone does no work.',
      body: `
        Mining here is a calculation on the server. It uses no power of your phone and no hardware.
        Output per hour = basic × (1 + bonus). Basic is 0.001 BTBC plus the daily output of your machines ÷ 24. The bonus is 10 % for each active direct member and 1 % for each active member of levels 2 to 10, at most +300 %.
        Active means: verified, with a run in the last 30 days.
        A start costs 1 USDT. A base run gives 0.024 BTBC, about 0.02 USDT at a price of 0.80 USDT. Without machines and a team, a bought start costs more than its run gives.`,
    },
    invite: {
      title: 'Invite a friend',
      summary: '7 starts for you when your friend has finished a first run.',
      body: `
        Share your [invite link](/share). When a friend registers with it, 7 starts are reserved for you. You receive them when your friend's first run has ended.
        - Your friend receives 50 BTBC and 7 starts for verifying a mail address or phone number, with or without an invitation.
        - At most 20 rewards are paid to you a day. The rest follow the next day.
        - If the referral pool is short, your friend still joins, there is no reward, and both of you are told.
        - A reserved reward lapses when your friend has not finished a run after 90 days.
        Each active direct member adds 10 % to your output, each active member of levels 2 to 10 adds 1 %, at most +300 %. Joining costs nothing.`,
    },
    machines: {
      title: 'Machines explained',
      summary: 'What a machine costs, what it adds and when it ends.',
      body: `
        A machine adds a fixed output per day for a cycle of runs.
        - S-1: 20 USDT, 0.5 BTBC a day, 60 runs, at most 5 each
        - S-2: 100 USDT, 2.8 BTBC a day, 60 runs, at most 5 each
        - S-3: 500 USDT, 15 BTBC a day, 90 runs, at most 2 each
        - C-1: 50 BTBC, 1.2 BTBC a day, 60 runs, at most 3 each
        These are the first prices; the [shop](/shop) shows the present ones.
        A machine works only during a run. One start begins the base and all your idle machines together.
        The income of the whole cycle is reserved when you buy. If the pool is short, the sale is refused and nothing is charged. When its runs are used up, the machine is finished.`,
    },
    proof: {
      title: 'How the books are proved',
      summary: 'Double entry, nothing deleted, every promise covered.',
      body: `
        Every balance is kept in double entry: an amount that arrives in one account has left another.
        - Entries are added, never changed or deleted. The database itself refuses it.
        - A member's balance never goes below zero. The database refuses that too.
        - A promise is covered from the moment it is made: its whole amount lies in a reserve.
        - No payout comes from another member's deposit.
        The [proof page](/about#proof) adds up what members own, what pools and reserves hold and what is promised, and says whether it agrees. Your own records list every entry of yours.`,
    },
    safety: {
      title: 'Stay safe',
      summary: 'No real documents, no real money, no codes to anyone.',
      body: `
        - Do not upload a real document. Use the sample documents.
        - Do not send real coins to an address shown here. They would be lost.
        - Do not enter real bank or card details anywhere.
        - Use a password that you use nowhere else.
        - Support never asks for your password or for a code.
        - Anyone who offers to buy or sell BTBC for real money is cheating you. Tell [support](/Kefu).`,
    },
    about: {
      title: 'About BTBC',
      summary: 'A mining economy to use, study and break, with no money at stake.',
      body: `
        BTBC is a full-size economy of mining, wallets and exchange on test funds. It is for members, classes, operators and bot writers who want to use it, study it and break it with no money at stake.
        Schemes of this shape, with fixed income, rewards for recruiting and a fee to claim, have been used to cheat people. Here every promise is reserved first, every figure comes from the books, and the books are open.
        [Proof](/about#proof) · [White paper](/whitePaper) · [Support](/Kefu)`,
    },
    terms: {
      title: 'Terms, version 1',
      summary: 'What you agree to when you register.',
      body: `
        # Test funds
        Everything in BTBC is test funds without real value. It cannot be exchanged for money. Do not send real money, real coins or real documents.
        # Your account
        You keep your password to yourself. You may end your sessions and stop using BTBC at any time.
        # Fair use
        You may test and try to break BTBC with accounts of your own. You do not attack other members, their accounts or their data. You tell support about faults you find.
        # Costs
        Costs are in test funds. You see amount, fee and net before you confirm.
        # Your data
        We keep your mail address or phone number, your sessions and your entries in the books, to run your account. We do not sell them. Entries in the books cannot be deleted.
        # The service
        BTBC is provided as it is. It may be interrupted, changed or reset.
        # Changes
        A change of these terms gets a new version number. You agree to a version when you register with it.`,
    },
  },
}
