import type { Mutation } from './breakage.ts'

const tests = ['widget-app/src/features/exchange/action-atoms.test.ts']

/** Lines that keep a deposit from an exchange what it says it is. */
export const exchangeBreakages: readonly Mutation[] = [
  {
    rule: 'A page of an exchange that has grown old is not opened',
    file: 'widget-app/src/features/exchange/action-atoms.ts',
    find: 'if (!isFreshPage(page.data, clock.now())) {',
    replace: 'if (clock.now() < 0) {',
    tests,
  },
  {
    rule: 'Each deposit has a page of its own at the exchange',
    file: 'widget-app/src/features/exchange/action-atoms.ts',
    find: '  set(startedCountAtom, (count) => count + 1)\n',
    replace: '',
    tests,
  },
  {
    rule: 'A page is opened only at https, or on this machine',
    file: 'shared/api/page-url.ts',
    find: "(protocol === 'https:' || (protocol === 'http:' && isLocal))",
    replace: "protocol !== ''",
    tests: ['shared/api/page-url.test.ts', ...tests],
  },
  {
    rule: 'Only what an exchange sends to the account’s network is offered',
    file: 'widget-app/src/features/exchange/exchange-list.ts',
    find: '  if (listed.network !== network.id) return undefined\n',
    replace: '',
    tests,
  },
  {
    rule: 'An amount has at most as many decimals as an exchange reads',
    file: 'widget-app/src/features/exchange/deposit-form.ts',
    find: 'Math.min(decimals, exchangeAmountDecimals)',
    replace: 'decimals',
    tests: ['widget-app/src/features/exchange/deposit-form.test.ts'],
  },
  {
    rule: 'The decimals of a deposit are the chain’s',
    file: 'widget-app/src/features/exchange/deposit-asset.ts',
    find: 'return held.asset.decimals',
    replace: 'return held.asset.decimals * 3',
    tests: ['widget-app/src/features/exchange/exchange-list.test.ts'],
  },
  {
    rule: 'Where the chain does not know a token nothing is deposited',
    file: 'widget-app/src/features/exchange/deposit-asset.ts',
    find: 'if (!held) throw',
    replace: 'if (!held) return 6\n      if (!held) throw',
    tests: ['widget-app/src/features/exchange/exchange-list.test.ts'],
  },
  {
    rule: 'Exchanges of later pages can be chosen',
    file: 'widget-app/src/features/exchange/exchange-api.ts',
    find: 'if (found.size >= total || found.size === known) break',
    replace: 'if (found.size >= total || found.size >= known) break',
    tests: ['widget-app/src/features/exchange/exchange-list.test.ts'],
  },
  {
    rule: 'The name of what an exchange sends is cleaned',
    file: 'widget-app/src/features/exchange/exchange-list.ts',
    find: 'const { decimals: _, ...asset } = sanitizeAsset(named)',
    replace: 'const { decimals: _, ...asset } = named',
    tests: ['widget-app/src/features/exchange/exchange-list.test.ts'],
  },
  {
    rule: 'What an exchange says is cleaned',
    file: 'widget-app/src/features/exchange/exchange-api.ts',
    find: "return sanitizeText(told ?? '', reasonMaxLength) || undefined",
    replace: 'return told',
    tests: ['widget-app/src/features/exchange/exchange-list.test.ts'],
  },
]
