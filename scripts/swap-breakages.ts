import type { Breakage } from './breakage.ts'

const swap = 'widget-app/src/features/swap'

/** Lines that keep a swap what the person agreed to. */
export const swapBreakages: readonly Breakage[] = [
  {
    rule: 'An approval is of exactly the amount',
    file: `${swap}/plan.ts`,
    find: 'const isExact = fact.figure.value === order.amount && !fact.isUnlimited',
    replace: 'const isExact = true',
    tests: [`${swap}/bind.test.ts`],
  },
  {
    rule: 'The swap waits for the receipt of its approval',
    file: `${swap}/commands.ts`,
    find: "if (status.is !== 'confirmed') return stop(ports, 'approval-failed', status.is)",
    replace: '',
    tests: [`${swap}/bind.test.ts`],
  },
  {
    rule: 'A large loss has to be ticked',
    file: `${swap}/bind.ts`,
    find: " || get(lossAtom) === 'large') return",
    replace: ') return',
    tests: [`${swap}/bind.test.ts`],
  },
  {
    rule: 'A stale quote is never carried out when its successor is worse',
    file: `${swap}/bind.ts`,
    find: "if (order.minimum < seen.order.minimum) return { is: 'halted', note: 'price-moved' }",
    replace: '',
    tests: [`${swap}/bind.test.ts`],
  },
]
