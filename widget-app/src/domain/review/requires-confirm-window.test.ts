import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Fact, TermName } from '#widget/chains/request-facts.ts'
import type { DecodingState } from '#widget/domain/review-queue/reviews.ts'
import { isSevere, type Risk } from '#widget/domain/review-queue/risk.ts'
import { alice, bob } from '#widget/testing/world.ts'
import { isSevereRequest, requiresConfirmWindow } from './requires-confirm-window.ts'

const chain = parseChainId('eip155:1')
const token = '0x00000000000000000000000000000000000000aa'
const router = '0x00000000000000000000000000000000000000bb'
const figure = (value: bigint, contract = token) => ({ value, contract })
const native = (value: bigint) => ({ value, contract: undefined })
const read = (...facts: readonly Fact[]): DecodingState => ({
  is: 'read',
  description: { account: alice, chain, facts },
})
const approval = (value: bigint, spender = router) => ({
  is: 'approval' as const,
  spender,
  figure: figure(value),
  isUnlimited: false,
})
const swap = (value: bigint) =>
  ({
    is: 'swap' as const,
    router: router.toUpperCase().replace('0X', '0x'),
    pays: figure(value),
    gets: native(1n),
    to: undefined,
  }) satisfies Fact
const transfer: Fact = { is: 'transfer', from: undefined, to: bob, figure: native(5n) }
const withdrawal = (to: string | undefined): Fact => ({
  ...({ is: 'withdrawal', kind: 'nonce', account: token, figure: native(5n) } as const),
  to,
})
const typed = (over: Partial<Extract<Fact, { is: 'typed-data' }>>): Fact => ({
  is: 'typed-data',
  name: 'Vote',
  chain,
  contract: undefined,
  primaryType: 'Vote',
  lines: [],
  purpose: undefined,
  isImpostor: false,
  ...over,
})
const call = (mayTake: boolean): Fact => ({
  is: 'unknown-call',
  to: bob,
  selector: '0x12345678',
  figure: undefined,
  mayTake,
})

const network = {
  ...{ is: 'network' as const, chain, name: 'Ether', symbol: 'ETH', decimals: 18 },
  ...{ nodes: ['https://node.example'], explorers: [] },
}
const listing = { is: 'listing', standard: 'ERC20', contract: token } as const

/** Each kind of request, and whether it grants an authority that outlasts the request. */
const table: readonly (readonly [string, DecodingState, boolean])[] = [
  ['reading has not ended', { is: 'reading' }, true],
  ['request is unreadable', { is: 'unreadable' }, true],
  ['transfer', read(transfer), false],
  ['tokens that are destroyed', read({ is: 'burn', from: undefined, figure: figure(5n) }), false],
  ['all of a balance', read({ is: 'transfer-all', to: bob }), false],
  [
    'collectible',
    read({ is: 'collectible', from: undefined, to: bob, collection: token, id: 1n, count: 1n }),
    false,
  ],
  ['message', read({ is: 'message', text: 'Hello', isDisguised: false }), false],
  ['message with hidden characters', read({ is: 'message', text: 'Hello', isDisguised: true }), true],
  [
    'sign-in with hidden characters',
    read({ is: 'sign-in', domain: 'shop.example', text: 'Hello', isDisguised: true }),
    true,
  ],
  ['sign-in', read({ is: 'sign-in', domain: 'shop.example', text: 'Hello', isDisguised: false }), false],
  [
    'message of a doubtful kind',
    read({ is: 'message', text: 'AA', isDisguised: false, doubt: 'encoded' }),
    true,
  ],
  [
    'sign-in that hands out rights',
    read({
      is: 'sign-in',
      domain: 'shop.example',
      text: 'Hello',
      isDisguised: false,
      doubt: 'sign-in-rights',
    }),
    true,
  ],
  ['withdrawal to the account itself', read(withdrawal(undefined)), false],
  ['withdrawal to another account', read(withdrawal(bob)), true],
  [
    'approval in other letters that a swap spends',
    read(approval(5n, router.toUpperCase()), { ...swap(5n), router }),
    false,
  ],
  ['swap', read(swap(5n)), false],
  ['swap that pays what is not read', read({ ...swap(5n), pays: undefined }), true],
  ['swap that brings what is not read', read({ ...swap(5n), gets: undefined }), true],
  ['approval alone', read(approval(5n)), true],
  ['approval of nothing', read(approval(0n)), false],
  ['approval of nothing, or of the NFT 0', read({ ...approval(0n), mayBeCollectible: true }), true],
  ['approval of one NFT', read({ ...approval(1n), collectible: 5n }, swap(5n)), true],
  ['approval of one NFT, taken back', read({ ...approval(0n), collectible: 5n }), false],
  ['approval of a swap, or of an NFT', read({ ...approval(5n), mayBeCollectible: true }, swap(5n)), true],
  [
    'approval that a swap of the bundle spends',
    read({ is: 'batch', facts: [approval(5n), swap(5n)] }),
    false,
  ],
  [
    'approval that only a swap of the router’s own coins spends',
    read(approval(5n), { ...swap(5n), payer: router }),
    true,
  ],
  [
    'approval of another token than the swap pays',
    read(approval(5n), { ...swap(5n), pays: figure(5n, bob) }),
    true,
  ],
  [
    'approvals of two tokens that two swaps spend',
    read({ ...approval(5n), figure: figure(5n, bob) }, approval(5n), swap(5n), {
      ...swap(5n),
      pays: figure(5n, bob),
    }),
    false,
  ],
  [
    'approvals of two spenders that two swaps spend',
    read(approval(5n, bob), approval(5n), swap(5n), { ...swap(5n), router: bob }),
    false,
  ],
  ['approval larger than the swap spends', read({ is: 'batch', facts: [approval(6n), swap(5n)] }), true],
  [
    'approvals that add up to more than the swap spends',
    read({ is: 'batch', facts: [approval(5n), approval(5n), swap(5n)] }),
    true,
  ],
  ['approval taken back and given anew', read(approval(0n), approval(5n), swap(5n)), false],
  ['approval after the swap', read({ is: 'batch', facts: [swap(5n), approval(5n)] }), true],
  ['approval for another contract than the router', read(approval(5n, bob), swap(5n)), true],
  [
    'approval of a token where the swap pays coins',
    read(approval(5n), { ...swap(5n), pays: native(5n) }),
    true,
  ],
  [
    'approval where the swap pays what is not read',
    read(approval(5n), { ...swap(5n), pays: undefined }),
    true,
  ],
  [
    'approval of coins where the swap pays a token',
    read({ ...approval(5n), figure: native(5n) }, swap(5n)),
    true,
  ],
  [
    'approval of coins where the swap pays what is not read',
    read({ ...approval(5n), figure: native(5n) }, { ...swap(5n), pays: undefined }),
    true,
  ],
  [
    'operator granted',
    read({ is: 'approval-for-all', operator: bob, collection: token, isGranted: true }),
    true,
  ],
  [
    'operator revoked',
    read({ is: 'approval-for-all', operator: bob, collection: token, isGranted: false }),
    false,
  ],
  [
    'permit',
    read({
      is: 'permit',
      standard: 'EIP-2612',
      spender: bob,
      figure: figure(1n),
      isUnlimited: false,
      deadline: 1n,
    }),
    true,
  ],
  ['typed data of an unknown purpose', read(typed({})), true],
  ['order', read(typed({ purpose: 'order' })), true],
  ['delegation', read(typed({ purpose: 'delegation' })), true],
  ['typed data at a false address', read(typed({ isImpostor: true })), true],
  ['session', read({ is: 'session', expiry: 1n, keys: [], permissions: [], policies: [] }), true],
  ['authorisation', read({ is: 'authorisation', delegate: bob, chain: undefined }), true],
  ['authority', read({ is: 'authority', name: 'SetAuthority', right: 'owner', to: bob }), true],
  ['blind signature', read({ is: 'blind', why: 'hash', bytes: '0x00' }), true],
  ['unknown call', read(call(false)), true],
  [
    'known function on an unknown contract',
    read(transfer, { is: 'unknown-contract', contract: token }),
    true,
  ],
  ['known call', read({ is: 'known-call', name: 'withdraw', lines: [] }), false],
  ['nothing that a reader names', read(), true],
  ['batch of nothing', read({ is: 'batch', facts: [] }), true],
  ['stays valid with a nonce account', read(transfer, { is: 'durable', account: bob }), true],
  ['unknown call that may take', read(call(true)), true],
  ['bundle of another account', read({ is: 'batch', facts: [transfer], by: bob }), true],
  [
    'bundle of another account inside a bundle',
    read({ is: 'batch', facts: [transfer, { is: 'batch', facts: [transfer], by: bob }] }),
    true,
  ],
  ['network of our own', read({ ...network, isOwn: true }), false],
  ['network of the site', read({ ...network, isOwn: false }), true],
  ['listed token', read({ ...listing, isListed: true }), false],
  ['token of the site', read({ ...listing, isListed: false }), true],
  ['authority inside a bundle', read({ is: 'batch', facts: [transfer, approval(1n)] }), true],
]

const termTable: readonly (readonly [TermName, boolean])[] = [
  ['fee', false],
  ['fee-high', false],
  ['nonce', false],
  ['gas-limit', false],
  ['gas-high', false],
  ['transaction-type', false],
  ['access-list', false],
  ['lookup-table', false],
  ['other-signer', false],
  ['tip', false],
  ['fee-asset', false],
  ['metadata-hash', false],
  ['unconfirmed-runtime', false],
  ['unsent', true],
  ['unsent-soon', false],
  ['unknown-blockhash', true],
  ['trailing-data', true],
  ['immortal', true],
  ['long-era', true],
  ['extension', true],
  ['capability', true],
]

/**
 * Each risk, and whether it is severe: Cancel is the primary button, and a session wallet's request is decided in the
 * window.
 */
const risks: Readonly<Record<Risk, boolean>> = {
  'unlimited-approval': false,
  'approval-all': false,
  'approval-for-all': true,
  permit: false,
  order: false,
  'bulk-order': true,
  'safe-transaction': true,
  'user-operation': true,
  'forward-request': true,
  delegation: true,
  'signed-move': true,
  'unknown-typed-data': false,
  'unknown-typed-value': true,
  'sign-in-imitation': true,
  'sign-in-rights': true,
  encoded: true,
  'key-message': false,
  authorisation: true,
  authority: true,
  control: true,
  votes: false,
  session: false,
  'session-unlimited': true,
  'session-long': true,
  'session-policy': true,
  'transfer-all': false,
  'takes-from-other': false,
  burn: false,
  withdrawal: true,
  durable: false,
  blind: true,
  'disguised-text': true,
  'unknown-call': false,
  'unknown-with-value': true,
  'unknown-contract': false,
  'swap-to-other': true,
  'swap-low-minimum': false,
  'unlisted-token': false,
  'imitated-token': true,
  'high-fee': false,
  immortal: false,
  unsent: false,
  'foreign-chain': false,
  'unknown-blockhash': true,
  'impostor-contract': true,
  'foreign-sign-in': true,
  'new-contract': false,
  'token-account': false,
  'look-alike': true,
  'site-network': false,
  'site-token': false,
  'token-differs': true,
  'hidden-grant': true,
  'hidden-loss': true,
  'missing-gain': true,
  'unread-extension': true,
  unchecked: false,
  'not-read': true,
}

const isRisk = (name: string): name is Risk => name in risks

describe('requiresConfirmWindow', () => {
  it.each(table)('%s › severe as listed', (_name, reading, isGravest) => {
    expect(isSevereRequest({ decoding: reading, risks: [] })).toBe(isGravest)
    expect(
      requiresConfirmWindow({ isSessionWallet: true, status: 'allowed', decoding: reading, risks: [] }),
    ).toBe(isGravest)
  })

  it.each(termTable)('term %s › severe: %s', (name, isGravest) => {
    expect(isSevereRequest({ decoding: read(transfer, { is: 'term', name }), risks: [] })).toBe(isGravest)
  })

  it('kind of fact that the rule does not list › severe', () => {
    const reading = JSON.parse('{"is":"read","description":{"facts":[{"is":"teleport"}]}}')
    expect(isSevereRequest({ decoding: reading, risks: [] })).toBe(true)
  })

  it.each(['unverified', 'checking', 'refused', 'unavailable'] as const)(
    'WalletConnect wallet, origin %s › every request needs the window',
    (status) => {
      expect(
        requiresConfirmWindow({ isSessionWallet: true, status, decoding: read(transfer), risks: [] }),
      ).toBe(true)
    },
  )

  it('wallet of the page › no request needs the window', () => {
    const facts = { isSessionWallet: false, status: 'unverified' as const, risks: [] }
    for (const [, reading] of table)
      expect(requiresConfirmWindow({ ...facts, decoding: reading })).toBe(false)
  })

  it('simulation grants an undeclared authority › window', () => {
    const facts = { isSessionWallet: true, status: 'allowed' as const, decoding: read(transfer) }
    expect(requiresConfirmWindow({ ...facts, risks: ['new-contract'] })).toBe(false)
    expect(requiresConfirmWindow({ ...facts, risks: ['hidden-grant'] })).toBe(true)
  })

  it.each(Object.entries(risks))(
    'risk %s of a transfer › red, and in the window, as listed',
    (risk, isRed) => {
      if (!isRisk(risk)) throw new Error('No risk')
      expect(isSevere(risk)).toBe(isRed)
      const facts = { isSessionWallet: true, status: 'allowed' as const, decoding: read(transfer) }
      expect(requiresConfirmWindow({ ...facts, risks: [risk] })).toBe(isRed)
    },
  )
})
