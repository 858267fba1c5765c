import type { Breakage } from './breakage.ts'

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
    file: 'widget-app/src/kernel/spam.ts',
    find: 'if (price !== undefined || isNamed(asset.address)) return false',
    replace: 'if (price !== undefined) return false',
    tests: ['widget-app/src/kernel/spam.test.ts'],
  },
  {
    rule: 'Nobody asks to be paid in what looks like spam',
    file: 'widget-app/src/features/receive/state.ts',
    find: ' && !isLure(token)',
    replace: '',
    tests: ['widget-app/src/features/receive/views/wallet-receive-view.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'Balances are fresh for 30 s',
    file: 'shared/config/limits.ts',
    find: 'portfolioLifetimeMs = 30_000',
    replace: 'portfolioLifetimeMs = 40_000',
    tests: ['widget-app/src/kernel/lifetimes.test.ts'],
  },
  {
    rule: 'Account asks at most four things at once',
    file: 'shared/config/limits.ts',
    find: 'parallelReadLimit = 4',
    replace: 'parallelReadLimit = 5',
    tests: ['widget-app/src/features/account/views/portfolio.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'A load that keeps what it found is not begun again by that',
    file: 'widget-app/src/lib/query-engine.ts',
    find: '            queueMicrotask(() => {\n              stop()\n              client.unmount()\n            })\n',
    replace: '            stop()\n            client.unmount()\n',
    tests: ['widget-app/src/features/account/views/portfolio.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'Prices are fresh for 15 s',
    file: 'shared/config/limits.ts',
    find: 'tokenPriceLifetimeMs = 15_000',
    replace: 'tokenPriceLifetimeMs = 20_000',
    tests: ['widget-app/src/kernel/lifetimes.test.ts'],
  },
  {
    rule: 'What cannot be sent is not offered to send',
    file: 'widget-app/src/features/send/asset-choice.ts',
    find: ' || sendsTokens(get, chain)) return balances',
    replace: ' || true) return balances',
    tests: ['widget-app/src/features/send/asset-choice.test.ts'],
  },
  {
    rule: 'An asset is called by the name that it gives itself only where the chain vouches for it',
    file: 'widget-app/src/chains/polkadot/assets.ts',
    find: 'const symbol = asset.isSufficient ? ',
    replace: 'const symbol = asset ? ',
    tests: ['widget-app/src/chains/polkadot/assets.chain.test.ts'],
    project: 'chains',
  },
  {
    rule: 'The whole amount is reviewed, not the floored one',
    file: 'widget-app/src/features/send/display.ts',
    find: 'formatWhole(value, asset.decimals, get(localeAtom))',
    replace: 'formatBalance(value, asset.decimals, get(localeAtom))',
    tests: ['widget-app/src/features/send/whole-amount.test.ts'],
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
