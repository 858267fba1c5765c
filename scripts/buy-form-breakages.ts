import type { Breakage } from './breakage.ts'

const onramp = 'widget-app/src/features/onramp'

/** Lines that keep the form of a purchase to what a person asked for, and to what may be sold. */
export const buyFormBreakages: readonly Breakage[] = [
  {
    rule: 'Each way to pay has limits of its own',
    file: 'widget-app/src/features/onramp/options.ts',
    find: 'methods?.find(({ id }) => id === get(draftAtom).method) ?? methods?.[0]',
    replace: 'methods?.[0]',
    tests: ['widget-app/src/features/onramp/buy.test.ts'],
  },
  {
    rule: 'Above the limit of its way to pay nothing is bought',
    file: 'widget-app/src/features/onramp/payment.ts',
    find: 'cents <= (centsOf(max) ?? 0n)',
    replace: "max !== ''",
    tests: ['widget-app/src/features/onramp/buy.test.ts'],
  },
  {
    rule: 'In every restricted time zone nothing is bought',
    file: 'widget-app/src/features/onramp/regions.ts',
    find: 'restricted.has(zone.toLowerCase())',
    replace: "restricted.size > 0 && zone === 'Asia/Shanghai'",
    tests: ['widget-app/src/features/onramp/buy.test.ts'],
  },
  {
    rule: 'In a restricted time zone the form is not shown',
    file: 'widget-app/src/features/onramp/views/buy-gate.tsx',
    find: 'if (isRestricted) {',
    replace: 'if (isRestricted && !buyer) {',
    tests: ['widget-app/src/features/onramp/views/buy-gate.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'A site that does not offer buying has no form of it',
    file: 'widget-app/src/features/onramp/views/buy-gate.tsx',
    find: "if (offered === 'off') return",
    replace: "if (offered === 'off' && !buyer) return",
    tests: ['widget-app/src/features/onramp/views/buy-gate.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'A purchase is written down before the provider’s window opens',
    file: 'widget-app/src/features/onramp/bind.ts',
    find: '  set(beginOrderAtom, {',
    replace:
      "  if (provider.open === 'popup') set(showPageAtom, { id, url, kind: 'buy' })\n  set(beginOrderAtom, {",
    tests: ['widget-app/src/features/onramp/buy.test.ts'],
  },
  {
    rule: 'A quote of another purchase is refused',
    file: 'widget-app/src/features/onramp/quote.ts',
    find: 'if (!isOfWish) throw',
    replace: 'if (!isOfWish && cents < 0n) throw',
    tests: ['widget-app/src/features/onramp/buy.test.ts'],
  },
  {
    rule: 'Tried again it is the token that was to be bought',
    file: 'widget-app/src/features/onramp/bind.ts',
    find: "token: { by: 'contract', address: asset.address }",
    replace: 'token: undefined',
    tests: ['widget-app/src/features/onramp/views/try-again.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'Tried again it is paid in the same way',
    file: 'widget-app/src/features/onramp/bind.ts',
    find: 'set(draftAtom, { text: amount, currency, method,',
    replace: 'set(draftAtom, { text: amount, currency, method: method && undefined,',
    tests: ['widget-app/src/features/onramp/views/try-again.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'No price is asked for while nobody sees the page',
    file: 'widget-app/src/features/onramp/renewal.ts',
    find: 'if (isPageHidden()) return',
    replace: 'void isPageHidden()',
    tests: ['widget-app/src/features/onramp/renewal.dom.test.ts'],
    project: 'ui',
  },
  {
    rule: 'A service that wants to be asked later is',
    file: 'widget-app/src/features/onramp/renewal.ts',
    find: 'Math.max(onrampQuoteLifetimeMs, retryAfterOf(get(quoteFailureAtom)))',
    replace: 'Math.max(onrampQuoteLifetimeMs, 0 * retryAfterOf(get(quoteFailureAtom)))',
    tests: ['widget-app/src/features/onramp/renewal.test.ts'],
  },
  {
    rule: 'A refusal is no sample',
    file: 'widget-app/src/features/onramp/quote.ts',
    find: "if (refusal) return { is: 'refused', ...refusal }",
    replace: 'void refusal',
    tests: ['widget-app/src/features/onramp/refusal.test.ts'],
  },
  {
    rule: 'The name of what is sold is cleaned',
    file: 'widget-app/src/features/onramp/options.ts',
    find: 'const shown = cleanAsset({ chain, address, name, symbol, decimals: 0 })',
    replace: 'const shown = { name, symbol }',
    tests: ['widget-app/src/features/onramp/asset.test.ts'],
  },
]
