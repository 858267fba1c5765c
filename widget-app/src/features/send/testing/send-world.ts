import { type ChainId, parseChainId } from '#shared/caip/chain-id.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type {
  Asset,
  ChainAdapter,
  Connection,
  FeeEstimate,
  SubmittedTransaction,
} from '#widget/chains/chain-adapter.ts'
import type { View } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { knownRecipientsAtom, recipientKey } from '#widget/domain/accounts/known-recipients.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { hostNetwork } from '#widget/testing/host-network.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import {
  type TestWorld,
  type TestWorldOptions,
  testAdapter,
  testWallet,
  testWorld,
} from '#widget/testing/world.ts'

/** Test only: an account with ether and two tokens, and a scripted adapter. */

export const ethereum = parseChainId('eip155:1')
export const base = parseChainId('eip155:8453')
export const sender = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
export const recipient = '0x52908400098527886E0F7030069857D2E4169EE7'
export const usdcAddress = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const daiAddress = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const sentHash = `0x${'ab'.repeat(32)}`

export const ether: Asset = {
  chain: ethereum,
  address: undefined,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
}
export const usdc: Asset = {
  chain: ethereum,
  address: usdcAddress,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
}

/** 0.00042 ether expected, 0.000504 at most. */
export const fee: FeeEstimate = {
  gas: 21_000n,
  maxFeePerGas: 24_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
  expectedFee: 420_000_000_000_000n,
  maxFee: 504_000_000_000_000n,
}

export const connection = testConnection({ accounts: [sender], chain: ethereum })

const token = (address: string, symbol: string, name: string, decimals: number, numeric: string) => ({
  name,
  symbol,
  chainId: ethereum,
  address: `${ethereum}:${address}`,
  price: '1',
  quantity: { decimals: String(decimals), numeric },
  iconUrl: `/tokens/${symbol.toLowerCase()}.svg`,
})

/** 1.239987 ETH at 3123.45 dollars. */
export const etherEntry = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: ethereum,
  price: '3123.45',
  quantity: { decimals: '18', numeric: '1.239987' },
  iconUrl: '/tokens/eth.svg',
}
export const tokenEntries = [
  token(usdcAddress, 'USDC', 'USD Coin', 6, '1523.599'),
  token(daiAddress, 'DAI', 'Dai Stablecoin', 18, '0.004'),
]

/** A token that claims to be USDC, with a Cyrillic letter and a right-to-left override. */
export const lureAddress = `0x${'2'.repeat(40)}`
export const lureEntry = {
  ...token(lureAddress, 'USD\u0421', 'USD \u202eCoin', 6, '900000'),
  price: '0',
  iconUrl: '/tokens/lure.svg',
}

/** The balance API with these balances of the sender. */
export const balanceRoutes = (balances: readonly unknown[]): NonNullable<TestWorldOptions['routes']> => ({
  '/v1/supported-chains': () => ({ body: { http: [ethereum], ws: [] } }),
  [`/v1/account/${sender}/balance`]: () => ({ body: { balances } }),
})

/** Forty hex digits; one letter in the wrong case is a checksum error, as on the chain. */
function parseAddress(text: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new WidgetError('address/invalid', 'Invalid address')
  const known = [sender, recipient, usdcAddress, daiAddress].find(
    (one) => one.toLowerCase() === text.toLowerCase(),
  )
  if (known !== undefined && known !== text && text !== text.toLowerCase())
    throw new WidgetError('address/checksum', 'Address checksum does not match')
  return known ?? text
}

const unexpected = (what: string) => (): never => {
  throw new Error(`Unexpected call: ${what}`)
}

/** An adapter that only estimates the fee; a call that `script` does not define throws. */
export const scriptedAdapter = (script: TestAdapterParts = {}): ChainAdapter =>
  testAdapter({
    parseAddress,
    nativeBalance: unexpected('nativeBalance'),
    tokenBalances: unexpected('tokenBalances'),
    estimateFee: async () => fee,
    switchNetwork: unexpected('switchNetwork'),
    send: unexpected('send'),
    verifySent: unexpected('verifySent'),
    waitForTransaction: unexpected('waitForTransaction'),
    ...script,
  })

export const transactionOf = (chain: ChainId = ethereum): SubmittedTransaction => ({
  chain,
  from: sender,
  hash: sentHash,
  nonce: 4,
})

/** World options with that account; `script` defines the chain. */
export const sendOptions = (
  script: TestAdapterParts = {},
  over: TestWorldOptions = {},
): TestWorldOptions => ({
  // Queries use the document's clock for their times.
  clock: fakeClock(Date.now()),
  wallets: [testWallet()],
  routes: balanceRoutes([etherEntry, ...tokenEntries]),
  adapter: scriptedAdapter(script),
  ...over,
})

/** An account on a host-defined network: options of its world, and its connection. */
export const hostReported = (
  script: TestAdapterParts = {},
): { readonly options: TestWorldOptions; readonly connected: Connection } => ({
  options: {
    config: { networks: ['eip155:1', hostNetwork] },
    adapter: scriptedAdapter({ nativeBalance: async () => 1_239_987_000_000_000_000n, ...script }),
  },
  connected: { ...connection, chain: parseChainId(hostNetwork.id) },
})

/** Connects the account, which has sent to the recipient before, and opens a send view over Account. */
export function openSend(
  world: TestWorld,
  view: View = { name: 'WalletSend' },
  connected = connection,
): void {
  world.store.set(dispatchConnectionEventAtom, 'eip155', { is: 'succeeded', connection: connected })
  world.store.set(knownRecipientsAtom, [recipientKey(ethereum, recipient)])
  world.store.set(openModalAtom)
  world.store.set(viewStackAtom, { to: 'push', view })
}

/** A world with the form open. */
export function sendWorld(
  script: TestAdapterParts = {},
  view: View = { name: 'WalletSend' },
  over: TestWorldOptions = {},
): TestWorld {
  const world = testWorld(sendOptions(script, over))
  openSend(world, view)
  return world
}
