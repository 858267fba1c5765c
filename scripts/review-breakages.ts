import type { Breakage } from './breakage.ts'

const kernel = 'widget-app/src/kernel'
const chains = 'widget-app/src/chains'
const rules = ['widget-app/src/kernel/request-risk.test.ts']
const flow = ['widget-app/src/app/flows/follow-reviews.test.ts']
const evm = ['widget-app/src/chains/eip155/read-request.test.ts']

/** Lines that show a person what is signed before a wallet is asked, and compare what comes back. */
export const reviewBreakages: readonly Breakage[] = [
  {
    rule: 'Who sees the buttons alone, in a frame that a page made small, cannot continue',
    file: 'widget-app/src/ui/hooks/use-seen.ts',
    find: '(!scroller || hasRoom(scroller))',
    replace: '!!scroller',
    tests: ['widget-app/src/ui/hooks/use-seen.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'A host never removes the review of a risky request',
    file: 'widget-app/src/kernel/request-risk.ts',
    find: "asked.keys === 'widget' || asked.risks.length > 0 || asked.wish === 'always'",
    replace: "asked.keys === 'widget' || asked.wish === 'always'",
    tests: rules,
  },
  {
    rule: 'Wallets whose keys the widget holds are always reviewed',
    file: 'widget-app/src/kernel/request-risk.ts',
    find: "asked.keys === 'widget' || asked.risks",
    replace: 'asked.risks',
    tests: rules,
  },
  {
    rule: 'A batch hides no risk',
    file: 'widget-app/src/kernel/request-risk.ts',
    find: "fact.is === 'batch' ? flatFacts(fact.facts) : [fact]",
    replace: '[fact]',
    tests: rules,
  },
  {
    rule: 'What could not be read is risky',
    file: 'widget-app/src/kernel/request-risk.ts',
    find: "return ['not-read']",
    replace: 'return []',
    tests: rules,
  },
  {
    rule: 'A sign-in for another site is refused without asking anybody (test 41)',
    file: 'widget-app/src/kernel/review-request.ts',
    find: 'if (isRefused(risks))',
    replace: 'if (false)',
    tests: flow,
  },
  {
    rule: 'Reading a request ends, and holds nothing back',
    file: 'widget-app/src/kernel/review-request.ts',
    find: "return { is: 'unreadable' }",
    replace: "throw new Error('unreadable')",
    tests: flow,
  },
  {
    rule: 'What would do something else at the click than was shown blocks it (test 46)',
    file: 'widget-app/src/kernel/review-request.ts',
    find: "now.is === 'unavailable' || isSameOutcome(before, now)",
    replace: 'true',
    tests: flow,
  },
  {
    rule: 'A review that nobody sees any more is cancelled',
    file: 'widget-app/src/kernel/reviews.ts',
    find: "for (const { decide } of reviews) decide('cancel')",
    replace: '',
    tests: flow,
  },
  {
    rule: 'A mismatch raises the alarm',
    file: 'widget-app/src/kernel/review-request.ts',
    find: 'if (isMismatch(error)) place.alarm()',
    replace: 'if (false) place.alarm()',
    tests: flow,
  },
  {
    rule: 'More leaving the account than was shown is another outcome',
    file: 'widget-app/src/kernel/same-outcome.ts',
    find: 'if (shown <= 0n) return now >= shown',
    replace: 'if (shown <= 0n) return true',
    tests: ['widget-app/src/kernel/same-outcome.test.ts'],
  },
  {
    rule: 'Unlimited approvals are told from limited ones',
    file: 'widget-app/src/chains/eip155/call-facts.ts',
    find: 'value >= unlimitedFrom',
    replace: 'false',
    tests: evm,
  },
  {
    rule: 'Permit2 at another address is an impostor',
    file: 'widget-app/src/chains/eip155/read-typed-data.ts',
    find: 'claims && !isSameHex(domain.verifyingContract, permit2)',
    replace: 'false',
    tests: evm,
  },
  {
    rule: 'A transaction that is handed out as a message is told (Solana)',
    file: 'widget-app/src/chains/solana/read-request.ts',
    find: "fact.is === 'blind' && isTransaction(bytes)",
    replace: 'false',
    tests: ['widget-app/src/chains/solana/read-request.test.ts'],
  },
  {
    rule: 'A Solana transaction that the wallet changed is a mismatch (test 43)',
    file: 'widget-app/src/chains/solana/check-answer.ts',
    find: 'one !== undefined && other !== undefined && termsOf(one) === termsOf(other)',
    replace: 'true',
    tests: ['widget-app/src/chains/solana/check-answer.test.ts'],
  },
  {
    rule: 'What a router keeps goes to whom the last step of its plan hands it',
    file: 'widget-app/src/chains/eip155/read-router-plan.ts',
    find: 'fact === held ? { ...held, gets, to: receiver } : fact',
    replace: 'fact',
    tests: ['widget-app/src/chains/eip155/read-router-plan.test.ts'],
  },
  {
    rule: 'Coins beside a plan that no step spends are told',
    file: 'widget-app/src/chains/eip155/read-router-plan.ts',
    find: 'if (value === paid) return facts',
    replace: 'if (value >= paid) return facts',
    tests: ['widget-app/src/chains/eip155/read-router-plan.test.ts'],
  },
  {
    rule: 'The path of an exact output is written from the end',
    file: 'widget-app/src/chains/eip155/read-swap.ts',
    find: 'ends && [ends[1], ends[0]]',
    replace: 'ends',
    tests: ['widget-app/src/chains/eip155/read-swap.test.ts'],
  },
  {
    rule: 'What a user operation moves is taken from its own account',
    file: 'widget-app/src/chains/eip155/user-operation.ts',
    find: 'from: fact.from ?? sender',
    replace: 'from: fact.from',
    tests: ['widget-app/src/chains/eip155/user-operation.test.ts'],
  },
  {
    rule: 'An asset of another chain is none of this one',
    file: 'widget-app/src/chains/polkadot/read-xcm.ts',
    find: 'return parents === 0 ? undefined : relayCurrency',
    replace: 'return undefined',
    tests: ['widget-app/src/chains/polkadot/read-xcm.test.ts'],
  },
  {
    rule: 'Nobody continues before they can have seen the review',
    file: 'widget-app/src/features/approve/views/approve-transaction-view.tsx',
    find: "disabled={!isSeen || review.reading.is === 'reading'}",
    replace: "disabled={review.reading.is === 'reading'}",
    tests: ['widget-app/src/app/review-sheet.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'A receiver that only looks like a known one is told (test 45)',
    file: 'widget-app/src/kernel/request-risk.ts',
    find: "if (imitated(fact.to, knownAddresses ?? []) !== undefined) return 'look-alike'",
    replace: '',
    tests: ['widget-app/src/kernel/request-risk.test.ts'],
  },
]
