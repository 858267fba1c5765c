import type { Mutation } from './breakage.ts'

const dappRequest = ['widget-app/src/chains/eip155/wallet/dapp-request.test.ts']
const lane = ['widget-app/src/domain/rpc/rpc-batcher.test.ts']

/** Lines of what a dApp's requests meet. */
export const providerBreakages: readonly Mutation[] = [
  {
    rule: 'A gateway that fails is stood in for by the next one',
    file: 'widget-app/src/domain/rpc/rpc-gateway.ts',
    find: 'if (next === undefined || !isWidgetError(error)) throw error',
    replace: 'if (next !== undefined || isWidgetError(error)) throw error',
    tests: lane,
  },
  {
    rule: 'Reads of one tick go out together',
    file: 'widget-app/src/domain/rpc/rpc-batcher.ts',
    find: 'const present = open.get(chainId)',
    replace: 'const present = open.size > 1e9 ? open.get(chainId) : undefined',
    tests: lane,
  },
  {
    rule: 'A chain that cannot be reached is 4901',
    file: 'widget-app/src/domain/rpc/rpc-batcher.ts',
    find: 'providerCodes.chainDisconnected',
    replace: 'providerCodes.disconnected',
    tests: lane,
  },
  {
    rule: 'What may still change is not kept',
    file: 'widget-app/src/domain/rpc/immutable-calls.ts',
    find: 'return number !== undefined && number <= lasting',
    replace: 'return number !== undefined',
    tests: ['widget-app/src/domain/rpc/immutable-calls.test.ts'],
  },
  {
    rule: 'Kept answers are bounded',
    file: 'widget-app/src/domain/rpc/rpc-cache.ts',
    find: 'if (entries.size <= cachedReadLimit && length <= cachedTextLimit) break',
    replace: 'if (length <= cachedTextLimit) break',
    tests: ['widget-app/src/domain/rpc/rpc-cache.test.ts'],
  },
  {
    rule: 'A signature that is not the account’s own is not passed on',
    file: 'widget-app/src/chains/eip155/wallet/dapp-request.ts',
    find: 'if (own && isSameHex(await signerOf(digest, own), account)) return pass(own)',
    replace: 'if (own) return pass(own)',
    tests: dappRequest,
  },
  {
    rule: 'A transaction that is not the one asked for raises the alarm',
    file: 'widget-app/src/chains/eip155/wallet/dapp-request.ts',
    find: "options.onChecked?.(isOther ? { is: 'mismatch' }",
    replace: '',
    tests: dappRequest,
  },
  {
    rule: 'The site proves nothing on a chain that only it knows',
    file: 'widget-app/src/chains/eip155/rpc.ts',
    find: 'ports.siteRead?.(network.id) ? nobody : createJsonRpc',
    replace: 'ports.siteRead?.(network.id) ? figuresOpener(ports)(network) : createJsonRpc',
    tests: ['widget-app/src/chains/eip155/rpc.test.ts'],
  },
  {
    rule: 'Figures come from the site only where nobody else has the chain',
    file: 'widget-app/src/domain/balances/balance-source.ts',
    find: "if (supported.data.includes(chain)) return 'api'",
    replace: '',
    tests: ['widget-app/src/domain/balances/balance-source.test.ts'],
  },
  {
    rule: 'A transaction that turns out later to be another one opens the widget with the alarm',
    file: 'widget-app/src/bridge/handle-dapp-request.ts',
    find: 'reviewed.ask({ signal, onChecked })',
    replace: 'reviewed.ask({ signal })',
    tests: ['widget-app/src/bridge/handle-dapp-request.test.ts'],
  },
  {
    rule: 'Something else than was asked ends a bundle of single transactions',
    file: 'widget-app/src/bridge/ethereum/call-bundle-methods.ts',
    find: 'if (isMismatched) break',
    replace: '',
    tests: ['widget-app/src/bridge/ethereum/call-bundle-methods.test.ts'],
  },
  {
    rule: 'Something else than was asked in a bundle of single transactions raises the alarm',
    file: 'widget-app/src/bridge/ethereum/call-bundle-methods.ts',
    find: "if (isMismatchError(error)) onChecked({ is: 'mismatch' })",
    replace: '',
    tests: ['widget-app/src/bridge/ethereum/call-bundle-methods.test.ts'],
  },
  {
    rule: 'Only a wallet that does not know bundles gets single transactions',
    file: 'widget-app/src/bridge/ethereum/call-bundle-methods.ts',
    find: 'if (!isMethodUnsupported(error)) throw error\n      checkForSingles',
    replace: 'checkForSingles',
    tests: ['widget-app/src/bridge/ethereum/call-bundle-methods.test.ts'],
  },
  {
    rule: 'Single transactions of a bundle are 32 ms apart',
    file: 'widget-app/src/bridge/ethereum/call-bundle-methods.ts',
    find: 'if (at > 0) await sleep(clock, bundleFallbackDelayMs, signal)',
    replace: '',
    tests: ['widget-app/src/bridge/ethereum/call-bundle-methods.test.ts'],
  },
  {
    rule: 'Waiting for a bundle ends on 200 or from 300 on',
    file: 'widget-app/src/domain/transactions/bundle-status.ts',
    find: 'code === 200 || code >= 300',
    replace: 'code >= 200',
    tests: ['widget-app/src/domain/transactions/bundle-status.test.ts'],
  },
  {
    rule: 'No site renames a known chain',
    file: 'widget-app/src/bridge/ethereum/network-methods.ts',
    find: 'known?.name ?? told.chainName',
    replace: 'told.chainName',
    tests: ['widget-app/src/bridge/ethereum/network-methods.test.ts'],
  },
  {
    rule: 'A subscription ends with the right to see its chain',
    file: 'widget-app/src/bridge/ethereum/subscriptions.ts',
    find: 'await sleep(io.clock, rpcPollIntervalMs, signal)\n    if (!io.isAllowed(chain)) return',
    replace: 'await sleep(io.clock, rpcPollIntervalMs, signal)',
    tests: ['widget-app/src/bridge/ethereum/subscriptions.test.ts'],
  },
]
