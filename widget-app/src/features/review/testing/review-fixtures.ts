import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Asset, RpcRequest } from '#widget/chains/chain-adapter.ts'
import type { DecodedAmount, Description, Fact, SessionFunction } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import { isPhoneAtom } from '#widget/core/device.ts'
import type { ViewOf } from '#widget/core/view.ts'
import bundledNetworks from '#widget/domain/networks/generated/networks.json'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { addReviewAtom, type Review } from '#widget/domain/review-queue/reviews.ts'
import type { Risk } from '#widget/domain/review-queue/risk.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import topWallets from '#widget/domain/wallets/generated/top-wallets.json'
import { testConnection } from '#widget/testing/connection.ts'
import type { Fixture, States } from '#widget/testing/fixture.ts'
import { hostNetwork } from '#widget/testing/host-network.ts'
import { testWallet } from '#widget/testing/world.ts'
import { factStates } from '../fact-fixtures.ts'
import { ownWallet, ownWalletStages, sponsored, sponsoredStages, windowStages } from '../window-fixtures.ts'
import { endedStages } from './closed-review-fixtures.ts'
import { payment, paymentStages } from './payment-fixtures.ts'

const chain = parseChainId('eip155:1')
const account = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const outsider = '0x00000000009726632680FB29d3F7A9734E3010E2'
const usdc: Asset = {
  chain,
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
}
const ether: Asset = { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
const shopCurrency: Asset = {
  chain: parseChainId(hostNetwork.id),
  address: undefined,
  ...hostNetwork.nativeCurrency,
}
const amount = (asset: Asset, value: bigint): DecodedAmount => ({ asset, value, contract: asset.address })
const max = 2n ** 256n - 1n
const now = Date.UTC(2026, 10, 22)

const connection = testConnection({ accounts: [account], chain })
const pocket = testWallet({ source: 'walletconnect', name: 'Pocket Wallet', app: 'zengo://' })

const approval: Fact = { is: 'approval', spender: outsider, figure: amount(usdc, max), isUnlimited: true }
const runs = (...changes: readonly DecodedAmount[]): Extract<Simulation, { is: 'runs' }> => ({
  is: 'runs',
  changes: changes.map((one) => ({ figure: one })),
  fee: 402_000_000_000_000n,
  grants: [],
  isPartial: false,
})

const request: RpcRequest = {
  method: 'eth_sendTransaction',
  params: [
    {
      from: account,
      to: usdc.address,
      data: `0x095ea7b3${'0'.repeat(24)}${outsider.slice(2)}${'f'.repeat(64)}`,
    },
  ],
}

/** The account over WalletConnect. */
const onPocket = {
  ...connection,
  handle: pocket.handle,
  walletId: 'ethereum:walletconnect:Pocket Wallet',
  walletName: pocket.name,
}

const state = (
  name: string,
  facts: readonly Fact[] | undefined,
  over: Partial<Review> = {},
  {
    others = 0,
    isPhone = false,
    on = chain,
  }: { readonly others?: number; readonly isPhone?: boolean; readonly on?: typeof chain } = {},
): Fixture<ViewOf<'ApproveTransaction'>> => {
  const description: Description | undefined = facts && { account, chain: on, facts }
  const risks: readonly Risk[] = risksOf(description, { host: 'shop.example', newContracts: [], now })
  const review = (id: string): Review => ({
    id,
    connection: { ...connection, chain: on },
    request,
    decoding: description ? { is: 'read', description } : { is: 'unreadable' },
    risks,
    simulation: { is: 'unavailable' },
    stage: { is: 'deciding', changed: false },
    decide: () => undefined,
    ...over,
  })
  return {
    view: { name: 'ApproveTransaction' },
    state: name,
    options: {
      bundledNetworks,
      bundledTokens: { [chain]: [[usdc.address, usdc.symbol, usdc.decimals, usdc.name]] },
      topWallets,
      wallets: [testWallet(), pocket, ownWallet],
      config: { networks: ['eip155:1', hostNetwork] },
    },
    before: ({ store }) => {
      store.set(isPhoneAtom, isPhone)
      store.set(watchWalletsAtom)
      store.set(addReviewAtom, review('first'))
      for (let rest = others; rest > 0; rest -= 1) store.set(addReviewAtom, review(`other-${rest}`))
    },
  }
}

const swap: Fact = {
  is: 'swap',
  router,
  pays: amount(usdc, 150_000_000n),
  gets: amount(ether, 48_000_000_000_000_000n),
  to: account,
}
const permit: Fact = {
  is: 'permit',
  standard: 'Permit2',
  spender: outsider,
  figure: amount(usdc, 2n ** 160n - 1n),
  isUnlimited: true,
  deadline: 1_900_000_000n,
}
const order: Fact = {
  is: 'typed-data',
  name: 'Seaport',
  chain: parseChainId('eip155:8453'),
  contract: router,
  primaryType: 'OrderComponents',
  lines: [
    { label: 'offerer', value: account },
    { label: 'offer[0].identifierOrCriteria', value: '8520' },
    { label: 'consideration[0].startAmount', value: '1' },
  ],
  purpose: 'order',
  isImpostor: false,
}
const signInText = `shop.example wants you to sign in with your Ethereum account:
${account}

Sign in to the shop.

URI: https://shop.example
Version: 1
Chain ID: 1
Nonce: 32891757a1b2c3d4
Issued At: 2026-01-01T00:00:00Z`
const signIn = { is: 'sign-in', domain: 'shop.example', text: signInText, isDisguised: false } as const
const unknown: Fact = {
  is: 'unknown-call',
  to: outsider,
  selector: '0x1cff79cd',
  figure: amount(ether, 250_000_000_000_000_000n),
  mayTake: false,
}

const vote: SessionFunction = {
  name: 'vote',
  called: { selector: '0x0121b93f', signature: 'vote(uint256)' },
  mostSent: amount(ether, 0n),
  isRepeated: false,
  isDelegated: false,
  isBound: true,
  conditions: [{ label: '1', value: '< 5' }],
}
const unnamed: SessionFunction = { ...vote, called: undefined, mostSent: undefined, isBound: false }
const session: Extract<Fact, { is: 'session' }> = {
  is: 'session',
  expiry: BigInt(now / 1_000) + 2_592_000n,
  keys: [`0x04${'7b'.repeat(64)}`],
  permissions: [
    {
      is: 'allowance',
      figure: amount(ether, 10_000_000_000_000_000n),
      isUnlimited: false,
      period: 604_800n,
      start: BigInt(now / 1_000),
    },
    { is: 'calls', contract: router, functions: [vote] },
  ],
  policies: [],
}

/** Every state of the review. Test only. */
export const reviewStates: States<'ApproveTransaction'> = [
  state('unlimited approval', [approval], { simulation: { ...runs(), grants: [approval] } }),
  state('approval with a limit to set', [{ ...approval, holding: 1_250_000_000n }], {
    simulation: { ...runs(), grants: [approval] },
    limit: () => undefined,
  }),
  state('simulating', [swap], { simulation: { is: 'running' } }),
  state('swap', [swap], {
    simulation: runs(amount(usdc, -150_000_000n), amount(ether, 48_912_000_000_000_000n)),
  }),
  state('fake token arrives', [swap], {
    simulation: {
      ...runs(
        amount(usdc, -150_000_000n),
        { value: 5_000_000_000n, contract: outsider, asset: usdc },
        { value: 12_345n, contract: router },
      ),
      isPartial: true,
      grants: [approval],
    },
    risks: ['hidden-grant', 'swap-low-minimum'],
  }),
  state('many fields', [
    {
      ...order,
      lines: Array.from({ length: 40 }, (_, at) => ({
        label: `parameters.decoy[${at}].salt`,
        value: `${at}`,
      })),
    },
  ]),
  state('right to act and terms', [
    { is: 'authority', name: 'enableModule', right: 'account', to: outsider },
    { is: 'term', name: 'nonce', text: '42' },
    { is: 'term', name: 'gas-limit', text: '120000' },
    { is: 'term', name: 'fee', figure: amount(ether, 2_400_000_000_000_000n) },
  ]),
  state('will fail', [swap], { simulation: { is: 'fails', reason: 'UniswapV2: EXPIRED' } }),
  state('not enough', [{ is: 'transfer', from: undefined, to: router, figure: amount(ether, 10n ** 21n) }], {
    simulation: { is: 'fails', reason: 'insufficient-funds' },
  }),
  state('not simulated', [
    { is: 'transfer', from: undefined, to: router, figure: amount(ether, 10n ** 17n) },
  ]),
  state('unknown token', [
    { is: 'transfer', from: undefined, to: router, figure: { value: 1_234_500n, contract: outsider } },
  ]),
  state(
    'network of the site',
    [{ is: 'transfer', from: undefined, to: router, figure: amount(shopCurrency, 25n * 10n ** 17n) }],
    {},
    {
      on: shopCurrency.chain,
    },
  ),
  state('permit', [permit]),
  state('approval for all', [
    { is: 'approval-for-all', operator: outsider, collection: router, isGranted: true },
  ]),
  state('batch with a hidden approval', [{ is: 'batch', facts: [swap, approval] }], {
    simulation: runs(amount(usdc, -150_000_000n)),
  }),
  state('typed data of another network', [order]),
  state('session', [session]),
  state('session without limits', [
    {
      ...session,
      expiry: 2n ** 53n,
      permissions: [
        {
          is: 'allowance',
          figure: amount(usdc, max),
          isUnlimited: true,
          period: 86_400n,
          start: BigInt(now / 1_000),
        },
        { is: 'calls', contract: outsider, functions: [] },
        { is: 'calls', contract: router, functions: [unnamed] },
      ],
      policies: [{ label: 'call-limit', value: '{"count":20}' }],
    },
  ]),
  state('sign in', [signIn]),
  state('sign in with rights', [{ ...signIn, doubt: 'sign-in-rights' }]),
  ...Object.entries(factStates).map(([name, fact]) => state(name, [fact])),
  state('unknown call', [unknown], { simulation: runs(amount(ether, -250_000_000_000_000_000n)) }),
  state('reading', undefined, { decoding: { is: 'reading' }, risks: [], simulation: { is: 'running' } }),
  state('could not be read', undefined),
  state('changed meanwhile', [swap], {
    simulation: runs(amount(usdc, -150_000_000n)),
    stage: { is: 'deciding', changed: true },
  }),
  state('checking again', [approval], { simulation: runs(), stage: { is: 'checking' } }),
  state('one of three', [approval], { simulation: runs() }, { others: 2 }),
  state('waiting for the phone', [approval], {
    connection: onPocket,
    stage: { is: 'asked' },
  }),
  state(
    'open the app',
    [approval],
    {
      connection: onPocket,
      stage: { is: 'asked' },
    },
    { isPhone: true },
  ),
  ...paymentStages.map(([name, over]) => state(name, payment, over)),
  ...windowStages.map(([name, window]) => state(name, [approval], { window })),
  ...ownWalletStages.map(([name, over]) => state(name, [approval], over)),
  ...sponsoredStages.map(([name, over]) => state(name, [approval, sponsored], over)),
  ...endedStages.map(([name, { isPermit, ...over }]) => state(name, [isPermit ? permit : approval], over)),
]
