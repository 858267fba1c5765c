import type { Breakage } from './breakage.ts'

const onramp = 'widget-app/src/features/onramp'
const orders = 'widget-app/src/kernel/orders'

/** Lines that keep a purchase honest and single. */
export const buyBreakages: readonly Breakage[] = [
  {
    rule: 'A purchase has arrived only when the chain shows it',
    file: `${orders}/follow-orders.ts`,
    find: 'if (value !== undefined) return value > 0n ? { hash, value } : undefined',
    replace: 'return { hash, value: value ?? order.expected }',
    tests: [`${orders}/follow-orders.test.ts`],
  },
  {
    rule: 'Nothing is bought from a sample',
    file: `${onramp}/problems.ts`,
    find: "found.push({ is: 'sample' })",
    replace: 'void 0',
    tests: [`${onramp}/buy.test.ts`],
  },
  {
    rule: 'A lapsed price begins nothing',
    file: `${onramp}/bind.ts`,
    find: 'if (!isFresh(purchase.quote, get(portsAtom).clock.now())) {',
    replace: 'if (false) {',
    tests: [`${onramp}/buy.test.ts`],
  },
  {
    rule: 'Each order has a page of its own at the provider',
    file: `${onramp}/bind.ts`,
    find: 'set(begunCountAtom, (count) => count + 1)',
    replace: 'void 0',
    tests: [`${onramp}/buy.test.ts`],
  },
  {
    rule: 'Where the browser lets in no frame of another site, a provider opens in a window',
    file: `${onramp}/providers.ts`,
    find: "return framesOthers ? provider.data : { ...provider.data, open: 'popup' as const }",
    replace: 'return provider.data',
    tests: [`${onramp}/frames.test.ts`],
  },
  {
    rule: 'A provider’s page is framed only when its origin is named',
    file: `${onramp}/page-address.ts`,
    find: "origins.includes(safeUrl(text)?.origin ?? '')",
    replace: 'safeUrl(text) !== undefined && origins.length > 0',
    tests: [`${onramp}/frames.test.ts`],
  },
  {
    rule: 'A provider’s page does not learn who opened it',
    file: 'widget-app/src/lib/popup.ts',
    find: 'page.opener = null',
    replace: 'void 0',
    tests: ['widget-app/src/lib/popup.test.ts'],
  },
]
