import type { Breakage } from './breakage.ts'

const onramp = 'widget-app/src/features/onramp'
const orders = 'widget-app/src/kernel/orders'

/** Lines that keep a purchase honest and single. */
export const buyBreakages: readonly Breakage[] = [
  {
    rule: 'A purchase has arrived only when the chain shows it',
    file: `${orders}/judge-order.ts`,
    find: "if (value <= 0n) return doubtful('nothing')",
    replace: "if (value <= 0n) return { is: 'arrived', hash, value: order.expected }",
    tests: [`${orders}/judge-order.test.ts`],
  },
  {
    rule: 'A transaction that is older than an order does not deliver it',
    file: `${orders}/judge-order.ts`,
    find: "if (at < earliestOf(order)) return doubtful('older')",
    replace: 'void at',
    tests: [`${orders}/judge-order.test.ts`],
  },
  {
    rule: 'Much less than was quoted is no delivery',
    file: `${orders}/judge-order.ts`,
    find: 'value > 0n && value * 10n >= expected * 9n',
    replace: 'value > 0n && expected > 0n',
    tests: [`${orders}/judge-order.test.ts`],
  },
  {
    rule: 'A balance that rose is told as that, not as an arrival',
    file: `${orders}/judge-order.ts`,
    find: "return rise === undefined ? undefined : { is: 'risen', value: rise }",
    replace: "return rise === undefined ? undefined : { is: 'matched', hash: 'none', value: rise }",
    tests: [`${orders}/judge-order.test.ts`],
  },
  {
    rule: 'One payment delivers one order',
    file: `${orders}/judge-order.ts`,
    find: 'if (!claimedBy(order, orders)(event.hash)) return event',
    replace: 'return event',
    tests: [`${orders}/judge-order.test.ts`],
  },
  {
    rule: 'A payment that the history tells of counts only when the chain confirms it',
    file: `${orders}/find-delivery.ts`,
    find: 'if (value !== undefined && isFitting(value, order)) return { hash, value }',
    replace: 'return { hash, value: value ?? order.expected }',
    tests: [`${orders}/judge-order.test.ts`],
  },
  {
    rule: 'An order that its provider says is paid is not given up',
    file: `${orders}/give-up.ts`,
    find: 'const told = await set(tellingAtom, order, new AbortController().signal)',
    replace:
      "const told = { is: await set(tellingAtom, order, new AbortController().signal) && 'waiting' } as const",
    tests: [`${orders}/give-up.test.ts`],
  },
  {
    rule: 'Before the widget was opened nobody is asked for orders',
    file: 'widget-app/src/app/flows/ask-orders.ts',
    find: 'if (!store.get(modalOpenAtom) || !store.get(hasOpenedAtom) || !store.get(hasOrdersAtom)) return',
    replace: 'if (!store.get(hasOrdersAtom)) return',
    tests: ['widget-app/src/app/flows/ask-orders.test.ts'],
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
