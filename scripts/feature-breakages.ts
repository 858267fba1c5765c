import type { Breakage } from './breakage.ts'

const kernel = 'widget-app/src/kernel'
const flows = 'widget-app/src/app/flows'
const analytics = 'widget-app/src/features/analytics'

/** Lines of features, events and analytics. */
export const featureBreakages: readonly Breakage[] = [
  {
    rule: 'What the project lists without items is the host’s to decide',
    file: 'shared/config/remote-features.ts',
    find: 'if (told.config === null) return wished(row, wish)',
    replace: 'if (told.config === null) return on()',
    tests: ['shared/config/remote-features.test.ts'],
  },
  {
    rule: 'Nothing is offered before the project’s settings are known',
    file: 'shared/config/remote-features.ts',
    find: "return row.untilKnown === 'wish' ? wished(row, wish) : answer",
    replace: 'return wished(row, wish)',
    tests: ['shared/config/remote-features.test.ts'],
  },
  {
    rule: 'Basic mode asks for no settings',
    file: `${kernel}/features.ts`,
    find: '!get(hostConfigAtom).basic &&',
    replace: '',
    tests: [`${kernel}/features.test.ts`],
  },
  {
    rule: 'No event is counted before consent',
    file: `${kernel}/events.ts`,
    find: 'get(hostConfigAtom).analyticsConsent &&',
    replace: '',
    tests: [`${analytics}/bind.test.ts`],
  },
  {
    rule: 'Withdrawn consent drops what waits',
    file: `${analytics}/bind.ts`,
    find: '    } else {\n      store.set(eventCounterAtom, undefined)\n      store.set(queueAtom, emptyQueue)',
    replace: '    } else {\n      store.set(eventCounterAtom, undefined)',
    tests: [`${analytics}/bind.test.ts`],
  },
  {
    rule: 'A refused beacon ends analytics',
    file: `${analytics}/bind.ts`,
    find: 'if (!isTaken) set(forbiddenAtom, true)',
    replace: 'void isTaken',
    tests: [`${analytics}/bind.test.ts`],
  },
  {
    rule: 'Wallets of the last visit are told once all are back',
    file: 'widget-app/src/app/flows/follow-events.ts',
    find: 'if (store.get(restoringAtom)) {',
    replace: 'if (store.get(restoringAtom) && held.length > 99) {',
    tests: ['widget-app/src/app/flows/follow-events.test.ts'],
  },
  {
    rule: 'Connecting in another ecosystem is told as no switch',
    file: 'widget-app/src/app/flows/follow-events.ts',
    find: ' && namespaceOf(now) === namespaceOf(before)',
    replace: '',
    tests: ['widget-app/src/app/flows/told-networks.test.ts'],
  },
  {
    rule: 'A connection is told with its own network',
    file: 'widget-app/src/app/flows/follow-events.ts',
    find: '        connection.chain,\n',
    replace: '',
    tests: ['widget-app/src/app/flows/told-networks.test.ts'],
  },
  {
    rule: 'Who switches to a network of another ecosystem is told to have switched',
    file: `${kernel}/switch-network.ts`,
    find: "if (network) set(tellEventAtom, { event: 'SWITCH_NETWORK', properties: { network } })",
    replace: 'void network',
    tests: ['widget-app/src/app/flows/told-networks.test.ts'],
  },
  {
    rule: 'No event of a fault has an address or a key',
    file: `${kernel}/tellable-words.ts`,
    find: "text.replace(secretWord, '…')",
    replace: 'text',
    tests: [`${flows}/follow-faults.test.ts`],
  },
  {
    rule: 'A swap that was begun here is told by who carries it out, not as one of an earlier visit',
    file: `${kernel}/journal.ts`,
    find: ' && entry.page !== get(pageAtom) && isSettled(entry.state))',
    replace: ')',
    tests: [`${flows}/follow-resumed-swaps.test.ts`],
  },
  {
    rule: 'A wallet is seen once in an opening',
    file: `${flows}/follow-impressions.ts`,
    find: 'told.has(row.id) ? [] : ',
    replace: '',
    tests: [`${flows}/follow-impressions.test.ts`],
  },
  {
    rule: 'That the form of a deposit was opened is told once',
    file: 'widget-app/src/features/exchange/pay-events.ts',
    find: 'get(openingToldAtom) || ',
    replace: '',
    tests: ['widget-app/src/features/exchange/pay-events.test.ts'],
  },
  {
    rule: 'A deposit is told as done only when the chain has shown it',
    file: `${kernel}/orders/pay-event.ts`,
    find: 'if (isThere(order)) return',
    replace: "if (isThere(order) || state.is === 'sent') return",
    tests: ['widget-app/src/features/exchange/pay-events.test.ts'],
  },
  {
    rule: 'What a wallet says is told without the addresses in it',
    file: `${kernel}/events.ts`,
    find: ', tellableWords(happened.properties)',
    replace: '',
    tests: [`${kernel}/events.test.ts`],
  },
  {
    rule: 'A search is told when its words have stood, not letter by letter',
    file: 'widget-app/src/features/connect/wallet-search.ts',
    find: '.clock.after(walletSearchMinWaitMs, ()',
    replace: '.clock.after(0, ()',
    tests: ['widget-app/src/features/connect/wallet-search.test.ts'],
  },
]
