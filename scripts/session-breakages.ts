import type { Breakage } from './breakage.ts'

const kernel = 'widget-app/src/kernel'
const sessions = 'widget-app/src/chains/walletconnect'

/** Lines of pairing and of the sessions it makes. */
export const sessionBreakages: readonly Breakage[] = [
  {
    rule: 'Prompts that began under the modal end with it',
    file: 'host-sdk/src/under-modal.ts',
    find: 'if (open && !to.open)',
    replace: 'if (to.open && !to.open)',
    tests: ['host-sdk/src/under-modal.test.ts'],
  },
  {
    rule: 'What comes with a new wallet outlives the modal',
    file: 'host-sdk/src/under-modal.ts',
    find: '(open && to.accounts.some(isNew))',
    replace: 'false',
    tests: ['host-sdk/src/under-modal.test.ts'],
  },
  {
    rule: 'A pairing counts as expired at 10 s left',
    file: 'widget-app/src/kernel/pair-wallet.ts',
    find: 'pairingLifetimeMs - pairingExpiredAtMs',
    replace: 'pairingLifetimeMs',
    tests: ['widget-app/src/kernel/pairing.test.ts'],
  },
  {
    rule: 'A relay that is silent for 10 s is told',
    file: 'widget-app/src/kernel/pair-wallet.ts',
    find: "if (!signal.aborted) tell({ is: 'silent' })",
    replace: '',
    tests: ['widget-app/src/kernel/pairing.test.ts'],
  },
  {
    rule: 'Leaving a pairing withdraws every URI',
    file: 'widget-app/src/kernel/pair-wallet.ts',
    find: "attempt.abort(new DOMException('The pairing is over', 'AbortError'))",
    replace: '',
    tests: ['widget-app/src/kernel/pairing.test.ts'],
  },
  {
    rule: 'No Verify host is asked unless the deployment wants it',
    file: 'widget-app/src/chains/walletconnect/client.ts',
    find: 'if (!options.verify)',
    replace: 'if (options.verify)',
    tests: ['widget-app/src/chains/walletconnect/client.test.ts'],
  },
  {
    rule: 'Wallets see the verified origin of the site',
    file: 'widget-app/src/chains/walletconnect/client.ts',
    find: 'client.metadata.url = metadata.url',
    replace: "client.metadata.url = ''",
    tests: ['widget-app/src/chains/walletconnect/client.test.ts'],
  },
  {
    rule: 'Two phones with wallets of one name live beside each other',
    file: 'widget-app/src/chains/walletconnect/sessions.ts',
    find: 'others.map(({ found }) => found.ordinal ?? 1)',
    replace: '[]',
    tests: ['widget-app/src/chains/walletconnect/two-phones.chain.test.ts'],
    project: 'chains',
  },
  {
    rule: 'The same wallet once more takes the place of its session before',
    file: 'widget-app/src/chains/walletconnect/sessions.ts',
    find: 'ordinal ?? (before && io.notes.of(before.topic).ordinal) ?? 1',
    replace: 'ordinal ?? 1',
    tests: ['widget-app/src/chains/walletconnect/two-phones.chain.test.ts'],
    project: 'chains',
  },
  {
    rule: 'A tab keeps the sessions that another tab has made',
    file: 'widget-app/src/chains/walletconnect/client-storage.ts',
    find: 'const merged = mergeRecord(known.get(key), records[key], ours)',
    replace: 'const merged = ours',
    tests: ['widget-app/src/chains/walletconnect/client-storage.test.ts'],
  },
  {
    rule: 'What the WalletConnect SDK has stored is parsed',
    file: 'widget-app/src/chains/walletconnect/client-records.ts',
    find: 'shape().safeParse(value).data',
    replace: 'value',
    tests: ['widget-app/src/chains/walletconnect/client-storage.test.ts'],
  },
  {
    rule: 'A refusal over WalletConnect is 4001',
    file: 'widget-app/src/chains/walletconnect/session-error.ts',
    find: 'const rejected: readonly number[] = [5000, 5002]',
    replace: 'const rejected: readonly number[] = [5002]',
    tests: ['widget-app/src/chains/walletconnect/session-error.test.ts'],
  },
  {
    rule: 'A session does not move to a chain that was not approved',
    file: 'widget-app/src/chains/walletconnect/eip155-wallet.ts',
    find: 'if (next && isApproved(next)) moveTo(next)',
    replace: 'if (next) moveTo(next)',
    tests: ['widget-app/src/chains/walletconnect/session-wallets.test.ts'],
  },
  {
    rule: 'A message is wrapped once',
    file: 'widget-app/src/chains/walletconnect/polkadot-wallet.ts',
    find: 'bytes.startsWith(head) && bytes.endsWith(tail) ? bytes : ',
    replace: '',
    tests: ['widget-app/src/chains/walletconnect/session-wallets.test.ts'],
  },
  {
    rule: 'An account that is no address of its namespace is left out',
    file: 'widget-app/src/chains/walletconnect/addresses.ts',
    find: 'key.length === keyLength ? key.join() : undefined',
    replace: 'key.join()',
    tests: ['widget-app/src/chains/walletconnect/base58.test.ts'],
  },
  {
    rule: 'A signature that a page may hold is not told to be lost',
    file: 'widget-app/src/chains/polkadot/sign-error.ts',
    find: 'isOfSession(handle) ? precise.includes(thrown.code) : isTelling(thrown)',
    replace: 'precise.includes(thrown.code)',
    tests: ['widget-app/src/chains/polkadot/sign-error.test.ts'],
  },
]
