import type { Breakage } from './breakage.ts'

const swap = 'widget-app/src/features/swap'

/** Lines that keep a swap what the person agreed to. */
export const swapBreakages: readonly Breakage[] = [
  {
    rule: 'An approval is of exactly the amount',
    file: `${swap}/built-calls.ts`,
    find: 'const isExact = fact.figure.value === value && !fact.isUnlimited',
    replace: 'const isExact = true',
    tests: [`${swap}/bind.test.ts`],
  },
  {
    rule: 'The swap waits for the receipt of its approval',
    file: `${swap}/commands.ts`,
    find: "if (entry?.state.is !== 'confirmed') return stop(ports, 'approval-failed', entry?.state.is)",
    replace: '',
    tests: [`${swap}/bind.test.ts`],
  },
  {
    rule: 'An approval that is on its way is not asked for again',
    file: `${swap}/commands.ts`,
    find: 'const found = ports.approvalUnderWay(asked)',
    replace: 'const found: string | undefined = undefined',
    tests: [`${swap}/resume.test.ts`],
  },
  {
    rule: 'Whoever comes back is told of a swap that nobody knows the end of',
    file: `${swap}/unfinished.ts`,
    find: "return state.is === 'unknown' ? 'swap-unknown' : undefined",
    replace: 'return undefined',
    tests: [`${swap}/resume.test.ts`],
  },
  {
    rule: 'Of several tabs one tells how a swap ended',
    file: 'widget-app/src/kernel/tell-swap-end.ts',
    find: 'if (!set(reportEndAtom, id)) return',
    replace: 'set(reportEndAtom, id)',
    tests: ['widget-app/src/app/flows/follow-resumed-swaps.test.ts', `${swap}/swap-event.test.ts`],
  },
  {
    rule: 'A page leaves work to another one that is at it',
    file: 'widget-app/src/lib/alone.ts',
    find: 'if (lock !== null) await work()',
    replace: 'await work()',
    tests: ['widget-app/src/lib/alone.test.ts'],
  },
  {
    rule: 'A bundle that brought less than was agreed to raises the alarm',
    file: `${swap}/commands.ts`,
    find: 'if (hasLess) ports.alarm(entryId)',
    replace: '',
    tests: [`${swap}/bundle.test.ts`],
  },
  {
    rule: 'A bundle is carried out all or none',
    file: 'widget-app/src/chains/eip155/call-bundle.ts',
    find: 'atomicRequired: true',
    replace: 'atomicRequired: false',
    tests: ['widget-app/src/chains/eip155/call-bundle.test.ts'],
  },
  {
    rule: 'Leave that cannot be changed is taken back first',
    file: `${swap}/plan.ts`,
    find: 'const takeBack = allowed === 0n ? undefined : () => approve(0n)',
    replace: 'const takeBack = undefined',
    tests: [`${swap}/reset.test.ts`],
  },
  {
    rule: 'A refusal stays on screen while the next plan is made',
    file: `${swap}/plan-state.ts`,
    find: 'return isSame ? kept : { plan: undefined, error: undefined }',
    replace: 'return { plan: undefined, error: undefined }',
    tests: [`${swap}/chaos.test.ts`],
  },
  {
    rule: 'Nothing is swapped by a price that nobody renews',
    file: `${swap}/agree.ts`,
    find: "if (!isFresh(order.quote, clock.now())) return { is: 'halted', note: 'no-price' }",
    replace: '',
    tests: [`${swap}/chaos.test.ts`],
  },
  {
    rule: 'A hidden tab asks for no price',
    file: `${swap}/renewal.ts`,
    find: 'if (isPageHidden()) return',
    replace: '',
    tests: [`${swap}/renewal.dom.test.ts`],
    project: 'ui',
  },
  {
    rule: 'A large loss has to be ticked',
    file: `${swap}/confirm.ts`,
    find: " || get(lossAtom) === 'large') return",
    replace: ') return',
    tests: [`${swap}/bind.test.ts`],
  },
  {
    rule: 'A stale quote is never carried out when its successor is worse',
    file: `${swap}/agree.ts`,
    find: "if (order.minimum < seen.order.minimum) return { is: 'halted', note: 'price-moved' }",
    replace: '',
    tests: [`${swap}/bind.test.ts`],
  },
]
