import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Fact, TermName } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import { alice, bob } from '#widget/testing/world.ts'
import { paymentOf } from './payment-of.ts'

const chain = parseChainId('eip155:1')
const token = `0x${'aA'.repeat(20)}`
const other = `0x${'bb'.repeat(20)}`
const usdc = { symbol: 'USDC', decimals: 6 }
const native = (value: bigint) => ({ value, contract: undefined })
const tokens = (value: bigint) => ({ value, contract: token, asset: usdc })

type Transfer = Extract<Fact, { is: 'transfer' }>
const coins: Transfer = { is: 'transfer', from: undefined, to: bob, figure: native(100n) }
const erc20: Transfer = { ...coins, figure: tokens(100n) }
const fee: Fact = { is: 'term', name: 'fee', figure: native(7n) }
const sponsored: Fact = { is: 'term', name: 'sponsored', text: 'Operator' }

type Runs = Extract<Simulation, { is: 'runs' }>
const runs = (change: Partial<Runs> = {}): Runs => ({
  ...{ is: 'runs', changes: [{ figure: native(-100n) }], grants: [], isPartial: false, fee: 7n, dataFee: 0n },
  ...change,
})
const losesTokens = runs({ changes: [{ figure: tokens(-100n) }] })

const connection = {
  ...{ namespace: 'eip155' as const, walletId: 'own', handle: 'embedded:eip155', walletName: 'Own' },
  ...{ icon: undefined, accounts: [alice] as [string], chain },
}

type Case = Parameters<typeof paymentOf>[0]
const review = (facts: readonly Fact[], change: Partial<Case> = {}): Case => ({
  ...{ connection, request: { method: 'eth_sendTransaction', params: [{}] } },
  decoding: { is: 'read', description: { account: alice, chain, facts } },
  ...{ simulation: runs(), risks: [] },
  ...change,
})

describe('payments', () => {
  const nativeId = 'eip155:1/slip44:60'
  const tokenId = `eip155:1/erc20:${token.toLowerCase()}`
  it.each<[string, Case, object]>([
    [
      'native currency › the fee counts',
      review([coins, fee]),
      { asset: nativeId, amount: 107n, paid: 100n, token: undefined },
    ],
    ...(
      [
        [1n, 2n],
        [2n, 2n],
        [5n, 8n],
        [8n, 8n],
        [9n, 16n],
      ] as const
    ).map(([dataFee, counted]): [string, Case, object] => [
      `native currency, data fee ${dataFee} › its next power of two counts`,
      review([coins, fee], { simulation: runs({ dataFee }) }),
      { asset: nativeId, amount: 107n + counted, paid: 100n, token: undefined },
    ]),
    [
      'native currency, sponsored › no fee',
      review([coins, sponsored]),
      { asset: nativeId, amount: 100n, paid: 100n, token: undefined },
    ],
    [
      'token › the fee does not count',
      review([erc20, fee], { simulation: losesTokens }),
      { asset: tokenId, amount: 100n, paid: 100n, token: usdc },
    ],
    [
      'token, data fee unknown › no fee counts',
      review([erc20, fee], { simulation: { ...losesTokens, dataFee: 'unknown' } }),
      { asset: tokenId, amount: 100n, paid: 100n, token: usdc },
    ],
    [
      'token that takes more than the amount › what it takes',
      review([{ ...erc20, leaves: 103n }, fee], {
        simulation: runs({ changes: [{ figure: tokens(-103n) }] }),
      }),
      { asset: tokenId, amount: 103n, paid: 100n, token: usdc },
    ],
    [
      'token that takes less than the amount › the amount',
      review([{ ...erc20, leaves: 90n }, fee], {
        simulation: runs({ changes: [{ figure: tokens(-90n) }] }),
      }),
      { asset: tokenId, amount: 100n, paid: 100n, token: usdc },
    ],
    [
      'other terms beside the fee',
      review([coins, { is: 'term', name: 'nonce', text: '7' }, fee]),
      { asset: nativeId, amount: 107n, paid: 100n, token: undefined },
    ],
    [
      'another asset arrives, or does not change',
      review([erc20, fee], {
        simulation: runs({
          changes: [
            { figure: { value: 5n, contract: other } },
            { figure: native(0n) },
            { figure: tokens(-100n) },
          ],
        }),
      }),
      { asset: tokenId, amount: 100n, paid: 100n, token: usdc },
    ],
    [
      'account in other letters',
      review([coins, fee], {
        decoding: { is: 'read', description: { account: alice.toUpperCase(), chain, facts: [coins, fee] } },
      }),
      { asset: nativeId, amount: 107n, paid: 100n, token: undefined },
    ],
  ])('%s', (_name, request, payment) => {
    expect(paymentOf(request)).toEqual({ is: 'payment', payment })
  })
})

/** A fact of every other kind, each of which is more than a transfer. */
const otherFacts: {
  readonly [Kind in Exclude<Fact['is'], 'transfer' | 'term'>]: Extract<Fact, { is: Kind }>
} = {
  collectible: { is: 'collectible', from: undefined, to: bob, collection: token, id: 1n, count: 1n },
  withdrawal: { is: 'withdrawal', kind: 'nonce', account: bob, to: undefined, figure: native(1n) },
  burn: { is: 'burn', from: undefined, figure: tokens(1n) },
  approval: { is: 'approval', spender: bob, figure: tokens(1n), isUnlimited: false },
  'approval-for-all': { is: 'approval-for-all', operator: bob, collection: token, isGranted: true },
  permit: {
    ...{ is: 'permit', standard: 'EIP-2612', spender: bob, figure: tokens(1n) },
    ...{ isUnlimited: false, deadline: undefined },
  },
  swap: { is: 'swap', router: bob, pays: native(1n), gets: tokens(1n), to: undefined },
  batch: { is: 'batch', facts: [coins] },
  'typed-data': {
    ...{ is: 'typed-data', name: 'Vote', chain, contract: undefined, primaryType: 'Vote' },
    ...{ lines: [], purpose: undefined, isImpostor: false },
  },
  session: { is: 'session', expiry: 1n, keys: [], permissions: [], policies: [] },
  authorisation: { is: 'authorisation', delegate: bob, chain, isOwn: true },
  message: { is: 'message', text: 'Hello', isDisguised: false },
  'sign-in': { is: 'sign-in', domain: 'shop.example', text: 'Hello', isDisguised: false },
  blind: { is: 'blind', why: 'unreadable', bytes: '0x00' },
  'known-call': { is: 'known-call', name: 'deposit', lines: [] },
  authority: { is: 'authority', name: 'setOperator', right: 'control', to: bob },
  network: {
    ...{ is: 'network', chain, name: 'Ether', symbol: 'ETH', decimals: 18 },
    ...{ nodes: [], explorers: [], isOwn: true },
  },
  listing: { is: 'listing', standard: 'ERC20', contract: token, isListed: true },
  'unknown-contract': { is: 'unknown-contract', contract: token },
  'transfer-all': { is: 'transfer-all', to: bob },
  durable: { is: 'durable', account: bob },
  'unknown-call': { is: 'unknown-call', to: bob, selector: undefined, figure: undefined, mayTake: false },
}

/** Whether a term leaves the effect of a transfer as it is. */
const isHarmless: { readonly [Name in TermName]: boolean } = {
  ...{ fee: true, 'gas-limit': true, nonce: true, sponsored: true },
  ...{ 'fee-high': false, 'gas-high': false, 'transaction-type': false, 'access-list': false },
  ...{ 'trailing-data': false, unsent: false, 'unsent-soon': false, 'unknown-blockhash': false },
  ...{ 'lookup-table': false, 'other-signer': false, immortal: false, 'long-era': false, tip: false },
  ...{ 'fee-asset': false, 'unconfirmed-runtime': false, 'metadata-hash': false, extension: false },
  capability: false,
}

describe('what needs the window', () => {
  it.each(Object.entries(otherFacts))('%s › alone or beside a transfer', (_kind, fact) => {
    expect(paymentOf(review([fact, fee]))).toEqual({ is: 'other' })
    expect(paymentOf(review([coins, fact, fee]))).toEqual({ is: 'other' })
  })

  it.each(Object.entries(isHarmless))('term %s', (name, isPayment) => {
    const term = { is: 'term', name, figure: native(7n) }
    expect(paymentOf(review([coins, fee, term as Fact])).is).toBe(isPayment ? 'payment' : 'other')
  })

  it.each([
    'eth_signTransaction',
    'eth_sendRawTransaction',
    'eth_sign',
    'personal_sign',
    'eth_signTypedData_v4',
    'wallet_sendCalls',
    'wallet_grantPermissions',
    'solana:signAndSendTransaction',
  ])('method %s', (method) => {
    expect(paymentOf(review([coins, fee], { request: { method } }))).toEqual({ is: 'other' })
  })

  const change = (changes: Runs['changes']) => ({ simulation: runs({ changes }) })
  it.each<[string, Case]>([
    ['two transfers', review([coins, coins, fee])],
    ['no transfer', review([fee])],
    ['no fee that is fixed', review([coins])],
    ['fee without an amount', review([coins, { is: 'term', name: 'fee', text: 'unknown' }])],
    [
      'amount of zero',
      review([{ ...coins, figure: native(0n) }, fee], { simulation: runs({ changes: [] }) }),
    ],
    ['taken from another account', review([{ ...coins, from: bob }, fee])],
    ['may be an NFT', review([{ ...erc20, mayBeCollectible: true }, fee], { simulation: losesTokens })],
    ['reported as an NFT by one node', review([{ ...erc20, reportedAs: 'collectible' }, fee])],
    ['to a program', review([{ ...coins, isToProgram: true }, fee])],
    [
      'token that imitates another',
      review([{ ...erc20, figure: { ...tokens(100n), asset: { ...usdc, isImitation: true } } }, fee], {
        simulation: losesTokens,
      }),
    ],
    [
      'token that one node reports',
      review([{ ...erc20, figure: { ...tokens(100n), asset: { ...usdc, isUnconfirmed: true } } }, fee], {
        simulation: losesTokens,
      }),
    ],
    ['any risk', review([coins, fee], { risks: ['new-contract'] })],
    ['not readable', review([], { decoding: { is: 'unreadable' } })],
    [
      'account of another connection',
      review([], { decoding: { is: 'read', description: { account: bob, chain, facts: [coins, fee] } } }),
    ],
    [
      'chain of another connection',
      review([coins, fee], { connection: { ...connection, chain: parseChainId('eip155:10') } }),
    ],
    ['other ecosystem', review([coins, fee], { connection: { ...connection, namespace: 'solana' } })],
    ['native currency, data fee unknown', review([coins, fee], { simulation: runs({ dataFee: 'unknown' }) })],
    ['simulation fails', review([coins, fee], { simulation: { is: 'fails', reason: undefined } })],
    ['only priced', review([coins, fee], { simulation: { is: 'priced', fee: 1n } })],
    ['not simulated', review([coins, fee], { simulation: { is: 'unavailable' } })],
    ['partial simulation', review([coins, fee], { simulation: runs({ isPartial: true }) })],
    ['grant inside', review([coins, fee], { simulation: runs({ grants: [otherFacts.approval] }) })],
    [
      'event that is not read',
      review([coins, fee], { simulation: runs({ moves: { sent: [], hasUnread: true } }) }),
    ],
    ['larger loss', review([coins, fee], change([{ figure: native(-101n) }]))],
    [
      'larger loss beside a gain',
      review([coins, fee], change([{ figure: tokens(5n) }, { figure: native(-101n) }])),
    ],
    ['loss of another token', review([coins, fee], change([{ figure: { value: -1n, contract: other } }]))],
    ['loss of coins by a token', review([erc20, fee], change([{ figure: native(-1n) }]))],
    ['NFT in the simulation', review([coins, fee], change([{ figure: tokens(1n), collectible: 1n }]))],
  ])('%s', (_name, request) => {
    expect(paymentOf(request)).toEqual({ is: 'other' })
  })
})

describe('not known yet', () => {
  it.each<[string, Case]>([
    ['decoding', review([], { decoding: { is: 'reading' } })],
    ['simulating', review([coins, fee], { simulation: { is: 'running' } })],
    [
      'token without a name',
      review([{ ...erc20, figure: { value: 100n, contract: token } }, fee], { simulation: losesTokens }),
    ],
  ])('%s', (_name, request) => {
    expect(paymentOf(request)).toEqual({ is: 'reading' })
  })
})
