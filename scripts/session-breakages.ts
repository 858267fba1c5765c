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
    file: `${kernel}/pair-wallet.ts`,
    find: 'pairingLifetimeMs - pairingExpiredAtMs',
    replace: 'pairingLifetimeMs',
    tests: [`${kernel}/pairing.test.ts`],
  },
  {
    rule: 'A relay that is silent for 10 s is told',
    file: `${kernel}/pair-wallet.ts`,
    find: "if (!signal.aborted) tell({ is: 'silent' })",
    replace: '',
    tests: [`${kernel}/pairing.test.ts`],
  },
  {
    rule: 'Leaving a pairing withdraws every URI',
    file: `${kernel}/pair-wallet.ts`,
    find: "attempt.abort(new DOMException('The pairing is over', 'AbortError'))",
    replace: '',
    tests: [`${kernel}/pairing.test.ts`],
  },
  {
    rule: 'No Verify host is asked unless the deployment wants it',
    file: `${sessions}/client.ts`,
    find: 'if (!options.verify)',
    replace: 'if (options.verify)',
    tests: [`${sessions}/client.test.ts`],
  },
  {
    rule: 'Wallets see the verified origin of the site',
    file: `${sessions}/client.ts`,
    find: 'client.metadata.url = metadata.url',
    replace: "client.metadata.url = ''",
    tests: [`${sessions}/client.test.ts`],
  },
  {
    rule: 'Two phones with wallets of one name live beside each other',
    file: `${sessions}/sessions.ts`,
    find: 'others.map(({ found }) => found.ordinal ?? 1)',
    replace: '[]',
    tests: [`${sessions}/two-phones.chain.test.ts`],
    project: 'chains',
  },
  {
    rule: 'The same wallet once more takes the place of its session before',
    file: `${sessions}/sessions.ts`,
    find: 'ordinal ?? (before && io.notes.of(before.topic).ordinal) ?? 1',
    replace: 'ordinal ?? 1',
    tests: [`${sessions}/two-phones.chain.test.ts`],
    project: 'chains',
  },
  {
    rule: 'A tab keeps the sessions that another tab has made',
    file: `${sessions}/client-storage.ts`,
    find: 'const merged = mergeRecord(known.get(key), records[key], ours)',
    replace: 'const merged = ours',
    tests: [`${sessions}/client-storage.test.ts`],
  },
  {
    rule: 'What the WalletConnect SDK has stored is parsed',
    file: `${sessions}/client-records.ts`,
    find: 'shape().safeParse(value).data',
    replace: 'value',
    tests: [`${sessions}/client-storage.test.ts`],
  },
  {
    rule: 'A refusal over WalletConnect is 4001',
    file: `${sessions}/session-error.ts`,
    find: 'const rejected: readonly number[] = [5000, 5002]',
    replace: 'const rejected: readonly number[] = [5002]',
    tests: [`${sessions}/session-error.test.ts`],
  },
  {
    rule: 'A session does not move to a chain that was not approved',
    file: `${sessions}/eip155-wallet.ts`,
    find: 'if (next && isApproved(next)) moveTo(next)',
    replace: 'if (next) moveTo(next)',
    tests: [`${sessions}/session-wallets.test.ts`],
  },
  {
    rule: 'A message is wrapped once',
    file: `${sessions}/polkadot-wallet.ts`,
    find: 'bytes.startsWith(head) && bytes.endsWith(tail) ? bytes : ',
    replace: '',
    tests: [`${sessions}/session-wallets.test.ts`],
  },
  {
    rule: 'An account that is no address of its namespace is left out',
    file: `${sessions}/addresses.ts`,
    find: 'key.length === keyLength ? key.join() : undefined',
    replace: 'key.join()',
    tests: [`${sessions}/base58.test.ts`],
  },
  {
    rule: 'A signature that a page may hold is not told to be lost',
    file: 'widget-app/src/chains/polkadot/sign-error.ts',
    find: 'isOfSession(handle) ? precise.includes(thrown.code) : isTelling(thrown)',
    replace: 'precise.includes(thrown.code)',
    tests: ['widget-app/src/chains/polkadot/sign-error.test.ts'],
  },
]
