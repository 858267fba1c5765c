import type { Address } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { token2022Program, tokenProgram } from '../programs.ts'
import { keyBytes, u64 } from '../testing/transactions.ts'
import { alice, bob, mint } from '../testing/unit-world.ts'
import { type AccountExtensions, decodeAccountExtensions, decodeMintExtensions } from './token-extensions.ts'

type Data = { readonly owner: Address; readonly data: Uint8Array }

const of = (owner: Address, data: Uint8Array): Data => ({ owner, data })
const zeros = (count: number) => new Array<number>(count).fill(0)
const extension = (type: number, data: readonly number[]): readonly number[] => [
  ...[type & 255, type >> 8, data.length & 255, data.length >> 8],
  ...data,
]
const f64 = (value: number) => [...new Uint8Array(new Float64Array([value]).buffer)]

/** An initialized mint with these extensions. */
function mintWith(...more: readonly (readonly number[])[]): Data {
  const data = Uint8Array.from([...zeros(166), ...more.flat()])
  data.set([6, 1], 44)
  data[165] = 1
  return of(token2022Program, data)
}

/** A token account in a state: 1 open, 2 frozen. */
function accountWith(state: number, ...more: readonly (readonly number[])[]): Data {
  const start = [...keyBytes(mint), ...keyBytes(alice), ...u64(9n), ...zeros(94), ...more.flat()]
  const data = Uint8Array.from(start)
  data[108] = state
  data[165] = 2
  return of(token2022Program, data)
}

const delegate = extension(12, [...keyBytes(bob)])
const plain = mintWith(delegate).data

describe('mint extensions', () => {
  it.each<[string, Data | undefined | null, object]>([
    ['nothing there', null, {}],
    ['of SPL Token', of(tokenProgram, plain), {}],
    ['of a token account', accountWith(1, delegate), {}],
    ['a permanent delegate', mintWith(delegate), { permanentDelegate: bob }],
    ['a delegate that is none', mintWith(extension(12, zeros(32))), { permanentDelegate: undefined }],
    ['a hook', mintWith(extension(14, [...zeros(32), ...keyBytes(bob)])), { hook: bob }],
    ['non-transferable', mintWith(extension(9, [])), { isNonTransferable: true }],
    ['paused', mintWith(extension(26, [...zeros(32), 1])), { isPaused: true }],
    ['not paused', mintWith(extension(26, zeros(33))), { isPaused: false }],
    ['accounts that open frozen', mintWith(extension(6, [2])), { isFrozenByDefault: true }],
    ['accounts that open free', mintWith(extension(6, [1])), { isFrozenByDefault: false }],
    [
      'a fee',
      mintWith(
        extension(1, [
          ...zeros(72),
          ...[...u64(3n), ...u64(7n), 244, 1],
          ...[...u64(4n), ...u64(8n), 232, 3],
        ]),
      ),
      {
        fee: {
          older: { epoch: 3n, maximum: 7n, basisPoints: 500 },
          newer: { epoch: 4n, maximum: 8n, basisPoints: 1_000 },
        },
      },
    ],
    [
      'interest',
      mintWith(extension(10, [...zeros(32), ...u64(5n), 255, 255, ...u64(6n), 100, 0])),
      { interest: { startedAt: 5n, averageRate: -1, updatedAt: 6n, rate: 100 } },
    ],
    [
      'a multiplier',
      mintWith(extension(25, [...zeros(32), ...f64(2.5), ...u64(9n), ...f64(3)])),
      { scale: { multiplier: 2.5, next: { at: 9n, multiplier: 3 } } },
    ],
    ['burns with a second signature, which are no transfers', mintWith(extension(28, zeros(32))), {}],
    ['metadata, which changes nothing', mintWith(extension(19, [1, 2, 3])), {}],
    ['one behind the end', mintWith(zeros(4), extension(9, [])), {}],
    ['an unknown one', mintWith(extension(999, [1])), { unknown: [999] }],
    [
      'an unknown one after a known one',
      mintWith(delegate, extension(28, [])),
      { permanentDelegate: bob, unknown: [28] },
    ],
    ['a hook in too few bytes', mintWith(extension(14, zeros(32))), { unknown: [14] }],
    ['one that is longer than the account', mintWith([12, 0, 32, 0, 1]), { unknown: [-1] }],
    ['half a header', mintWith(delegate, [9, 0, 0]), { permanentDelegate: bob, unknown: [-1] }],
  ])('%s › decoded', (_name, one, expected) => {
    expect(decodeMintExtensions(one)).toEqual(expected)
  })
})

describe('token account state and extensions', () => {
  const open: AccountExtensions = { isFrozen: false, requiresMemo: false, unknown: [] }
  it.each<[string, Data | undefined, AccountExtensions | undefined]>([
    ['a mint', mintWith(), undefined],
    ['nothing there', undefined, undefined],
    ['of SPL Token', of(tokenProgram, accountWith(1).data.slice(0, 165)), open],
    [
      'of SPL Token, frozen',
      of(tokenProgram, accountWith(2).data.slice(0, 165)),
      { ...open, isFrozen: true },
    ],
    ['frozen', accountWith(2), { ...open, isFrozen: true }],
    ['requires memos', accountWith(1, extension(8, [1])), { ...open, requiresMemo: true }],
    ['requires no memos any more', accountWith(1, extension(8, [0])), open],
    ['withheld fees and an owner for good', accountWith(1, extension(2, zeros(8)), extension(7, [])), open],
    ['an unknown one', accountWith(1, extension(7, []), extension(77, [1])), { ...open, unknown: [77] }],
    ['a memo setting in too many bytes', accountWith(1, extension(8, [1, 1])), { ...open, unknown: [8] }],
  ])('account %s › decoded', (_name, one, expected) => {
    expect(decodeAccountExtensions(one)).toEqual(expected)
  })
})
