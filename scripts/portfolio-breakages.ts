import type { Breakage } from './breakage.ts'

const account = 'widget-app/src/features/account'
const prices = 'widget-app/src/kernel/prices.ts'

/** Lines that keep what an account is said to be worth true. */
export const portfolioBreakages: readonly Breakage[] = [
  {
    rule: 'A total says how many tokens it leaves out',
    file: 'shared/amount/fiat.ts',
    find: 'part.value > 0n && worthOf(part) === undefined).length',
    replace: 'part.value < 0n).length',
    tests: ['shared/amount/fiat.test.ts'],
  },
  {
    rule: 'A total is floored once, not part by part',
    file: 'shared/amount/fiat.ts',
    find: 'const scale = Math.max(exponent, worth.exponent)',
    replace: 'const scale = Math.min(2, Math.max(exponent, worth.exponent))',
    tests: ['shared/amount/fiat.test.ts'],
  },
  {
    rule: 'A price of zero is unknown',
    file: prices,
    find: "/[1-9]/.test(price) && !price.startsWith('-') ? price : undefined",
    replace: 'price',
    tests: ['widget-app/src/kernel/prices.dom.test.ts'],
    project: 'ui',
  },
  {
    rule: 'Neither the native coin nor what the host names is hidden',
    file: `${account}/spam.ts`,
    find: 'if (price !== undefined || isNamed(asset.address)) return false',
    replace: 'if (price !== undefined) return false',
    tests: [`${account}/spam.test.ts`],
  },
  {
    rule: 'Who pulls while figures load does not load them twice',
    file: 'widget-app/src/ui/pull-to-refresh.tsx',
    find: '!isBusy && !isOff()',
    replace: '!isOff()',
    tests: ['widget-app/src/ui/pull-to-refresh.test.tsx'],
    project: 'ui',
  },
]
