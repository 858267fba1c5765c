import type { Mutation } from './breakage.ts'

/** Lines of connections that live their own lives. */
export const connectionBreakages: readonly Mutation[] = [
  {
    rule: 'Wallets of the last visit are restored each on its own',
    file: 'widget-app/src/domain/connections/reconnect-wallets.ts',
    find: 'if (!io.holdsMany()) return [restoreNamespace(io, namespace, own)]',
    replace: 'if (own) return [restoreNamespace(io, namespace, own)]',
    tests: ['widget-app/src/domain/connections/multi-wallet.test.ts'],
  },
  {
    rule: 'A wallet that never answers is given up after 10 s',
    file: 'widget-app/src/domain/connections/reconnect-wallets.ts',
    find: '    rpcTimeoutMs,',
    replace: '    rpcTimeoutMs * 100,',
    tests: ['widget-app/src/domain/connections/multi-wallet.test.ts'],
  },
  {
    rule: 'Several wallets of one ecosystem need the flag',
    file: 'widget-app/src/domain/connections/connection-ports.ts',
    find: "holdsMany: () => get(hasFeatureAtom('multiWallet'))",
    replace: 'holdsMany: () => true',
    tests: ['widget-app/src/domain/connections/connect-wallet.test.ts'],
  },
  {
    rule: '"Multi-Wallet Not Enabled" only with debug on',
    file: 'widget-app/src/domain/connections/connection-actions.ts',
    find: ' || !get(hostConfigAtom).debug',
    replace: '',
    tests: ['widget-app/src/domain/connections/multi-wallet.test.ts'],
  },
  {
    rule: 'Who chooses an account in the wallet means that one',
    file: 'widget-app/src/domain/accounts/connection-machine.ts',
    find: 'walletOrder !== undefined && walletOrder[0] === next.accounts[0]',
    replace: 'walletOrder !== undefined',
    tests: ['widget-app/src/domain/accounts/connections.test.ts'],
  },
  {
    rule: 'What is disconnected in one tab is disconnected in the other',
    file: 'widget-app/src/domain/connections/sync-tabs.ts',
    find: 'const gone = held.filter(({ walletId }) => !listed.includes(walletId))',
    replace: 'const gone = held.slice(0, 0)',
    tests: ['widget-app/src/domain/connections/sync-tabs.test.ts'],
  },

  // The widget's own page
  {
    rule: 'Inside a frame the widget looks for no wallets',
    file: 'widget-app/src/chains/window-transport.ts',
    find: 'page.parent === page ? discover() : () => []',
    replace: 'discover()',
    tests: ['widget-app/src/chains/window-transport.dom.test.ts'],
    project: 'ui',
  },
  {
    rule: 'Changes of the wallets found are told every 50 ms at most',
    file: 'widget-app/src/chains/window-transport.ts',
    find: 'clock.after(walletUpdateMs, () => {',
    replace: 'clock.after(walletUpdateMs * 0, () => {',
    tests: ['widget-app/src/chains/window-transport.dom.test.ts'],
    project: 'ui',
  },
  {
    rule: 'Wallets of our own page are inspected before they are shown',
    file: 'widget-app/src/chains/window-transport.ts',
    find: 'inspect(wallet) ?? []',
    replace: 'wallet',
    tests: [
      'widget-app/src/chains/window-transport.dom.test.ts',
      'widget-app/src/chains/window-ecosystems.dom.test.ts',
    ],
    project: 'ui',
  },
  {
    rule: 'Two extensions of one key are both marked, whatever they call themselves',
    file: 'shared/channel/wallets/page-wallet.ts',
    find: 'walletKeyOf(other) === walletKeyOf(wallet)',
    replace: 'walletKeyOf(other) === walletKeyOf(wallet) && other.name === wallet.name',
    tests: ['shared/channel/wallets/injected-web3.dom.test.ts'],
    project: 'ui',
  },
]
