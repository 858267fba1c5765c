import { encodeMultiAddress } from '@polkadot/util-crypto'
import { expect, test } from 'vitest'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { flatFacts } from '#widget/domain/review/request-risk.ts'
import { runtimeCall } from '../testing/runtime.ts'
import type { CallValue } from '../testing/scale-encoder.ts'
import { alice, assetHub, bob } from '../testing/unit-world.ts'
import { decodeRuntimeCall } from './decode-runtime-call.ts'

const decode = (...call: CallValue['call']) => decodeRuntimeCall(runtimeCall(...call), alice)
const transfer: CallValue = { call: ['Balances', 'transfer_keep_alive', bob, 5] }
const transferFact = { is: 'transfer', from: undefined, to: bob, figure: { value: 5n, contract: undefined } }
const text = (content: string) => `0x${Buffer.from(content).toString('hex')}`
const allowListContext = { host: 'shop.example', isBundledToken: () => false }

test('native transfer › one transfer', () => {
  expect(decode(...transfer.call)).toEqual([transferFact])
})

test.each<[string, CallValue['call']]>([
  ['system.setCode', ['System', 'set_code', '0x00']],
  ['balances.forceSetBalance', ['Balances', 'force_set_balance', bob, 1]],
  ['treasury.spendLocal', ['Treasury', 'spend_local', 1, bob]],
  ['staking.setController', ['Staking', 'set_controller']],
  ['assets.mint', ['Assets', 'mint', 1, bob, 1]],
])('R6 › %s, not in the table › unknown call that may take', (selector, call) => {
  expect(decode(...call)).toEqual([
    { is: 'unknown-call', to: selector.split('.')[0], selector, figure: undefined, mayTake: true },
  ])
})

test.each([
  ['index', ['Index', 7]],
  ['raw bytes', ['Raw', '0x0102']],
  ['20 raw bytes', ['Raw', `0x${'11'.repeat(20)}`]],
  ['32 bytes', ['Address32', `0x${'11'.repeat(32)}`]],
  ['20 bytes', ['Address20', `0x${'11'.repeat(20)}`]],
] as const)('R6 › transfer to an account by %s › unknown call', (_, dest) => {
  expect(decode('Balances', 'transfer_keep_alive', dest, 5)).toMatchObject([
    { is: 'unknown-call', selector: 'balances.transferKeepAlive', mayTake: true },
  ])
})

test('R6 › call within a proxy call › taken from the proxied account', () => {
  expect(decode('Proxy', 'proxy', bob, null, transfer)).toMatchObject([
    { is: 'known-call', name: 'proxy.proxy' },
    { is: 'batch', by: bob, facts: [{ ...transferFact, from: bob }] },
  ])
})

const transferApproved: CallValue = { call: ['Assets', 'transfer_approved', 7, alice, bob, 5] }

test.each<[string, CallValue]>([
  ['the call itself', transferApproved],
  ['a proxy call', { call: ['Proxy', 'proxy', bob, null, transferApproved] }],
  [
    'a batch in a proxy call',
    { call: ['Proxy', 'proxy', bob, null, { call: ['Utility', 'batch', [transferApproved]] }] },
  ],
  [
    'a proxy call of the signer in one of another account',
    { call: ['Proxy', 'proxy', bob, null, { call: ['Proxy', 'proxy', alice, null, transfer] }] },
  ],
])('R6 › taken from the signer by %s › a transfer of the signer', (_, { call }) => {
  const facts = decode(...call)
  const transfers = flatFacts(facts).filter(({ is }) => is === 'transfer')
  expect(transfers).toMatchObject([{ from: undefined, to: bob, figure: { value: 5n } }])
  const isListed = { host: 'shop.example', isBundledToken: () => true }
  expect(isAllowListed({ account: alice, chain: assetHub, facts }, isListed)).toBe(false)
})

test('R6 › multisig call › names the multisig account and what it pays', () => {
  const shared = encodeMultiAddress([alice, bob], 2, 42)
  const weight = { ref_time: 0, proof_size: 0 }
  expect(decode('Multisig', 'as_multi', 2, [bob], null, transfer, weight)).toMatchObject([
    { is: 'authority', name: 'multisig.asMulti', right: 'multisig', to: shared },
    { is: 'known-call', lines: [{ label: 'threshold' }, { label: 'otherSignatories' }] },
    { is: 'batch', by: shared, facts: [{ ...transferFact, from: shared }] },
  ])
})

test('R6 › batch within a batch › each call is decoded', () => {
  const inner: CallValue = { call: ['Utility', 'batch_all', [transfer, { call: ['Sudo', 'set_key', bob] }]] }
  expect(decode('Utility', 'batch', [transfer, inner])).toMatchObject([
    {
      is: 'batch',
      facts: [
        transferFact,
        { is: 'batch', facts: [transferFact, { is: 'authority', right: 'account', to: bob }] },
      ],
    },
  ])
})

test('R6 › batches nested beyond the maximum depth › unknown', () => {
  let call: CallValue = transfer
  for (let depth = 0; depth < 6; depth += 1) call = { call: ['Utility', 'batch', [call]] }
  expect(JSON.stringify(decode(...call.call), (_, value) => String(value) && value)).toContain('unknown-call')
})

test('R6 › call within an unknown call › both are named', () => {
  expect(decode('Utility', 'with_weight', transfer, { ref_time: 0, proof_size: 0 })).toMatchObject([
    { is: 'unknown-call', selector: 'utility.withWeight' },
    transferFact,
  ])
})

test('R6 › remark that reads as a message › a call, not on the allow list', () => {
  const facts = decode('System', 'remark', text('hello'))
  expect(facts).toMatchObject([
    { is: 'message', text: 'hello' },
    { is: 'known-call', name: 'system.remark' },
  ])
  expect(isAllowListed({ account: alice, chain: assetHub, facts }, allowListContext)).toBe(false)
})

test('R6 › remark that signs in to the site itself › not on the allow list', () => {
  const facts = decode(
    'System',
    'remark_with_event',
    text('shop.example wants you to sign in with your Polkadot account:'),
  )
  expect(facts[0]).toMatchObject({ is: 'sign-in', domain: 'shop.example' })
  expect(isAllowListed({ account: alice, chain: assetHub, facts }, allowListContext)).toBe(false)
})

test('R2 › approval of one unit › an approval, not on the allow list', () => {
  const facts = decode('Assets', 'approve_transfer', 1984, bob, 1)
  expect(facts).toMatchObject([{ is: 'approval', spender: bob, isUnlimited: false }])
  expect(isAllowListed({ account: alice, chain: assetHub, facts }, allowListContext)).toBe(false)
})

test('staking › rewards to the account itself › no authority', () => {
  expect(decode('Staking', 'bond', 5, ['Staked'])).toMatchObject([{ is: 'known-call', name: 'staking.bond' }])
  expect(decode('Staking', 'set_payee', ['Account', alice])).toMatchObject([{ is: 'known-call' }])
})

test.each(['Staked', 'Stash', 'Controller', 'None'])(
  'staking › rewards to %s › no authority of another account',
  (payee) => {
    expect(decode('Staking', 'set_payee', [payee])).toMatchObject([
      { is: 'known-call', name: 'staking.setPayee' },
    ])
  },
)

test('staking › payee of an unknown kind › unknown call that may take', () => {
  expect(decode('Staking', 'set_payee', ['Pool', 5])).toMatchObject([{ is: 'unknown-call', mayTake: true }])
  expect(decode('Staking', 'bond', 5, ['Pool', 5])).toMatchObject([{ is: 'unknown-call', mayTake: true }])
})

test('staking › rewards to another account › its authority over them', () => {
  expect(decode('Staking', 'set_payee', ['Account', bob])).toMatchObject([
    { is: 'authority', right: 'rewards', to: bob },
  ])
})
