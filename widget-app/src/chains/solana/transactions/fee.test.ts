import type { Address } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { token2022Program } from '../programs.ts'
import { inContext, scriptedNode } from '../testing/scripted-node.ts'
import { keyBytes, u64 } from '../testing/transactions.ts'
import {
  accountJson,
  alice,
  bob,
  lifetime,
  mint,
  network,
  tokenTransfer,
  vault,
} from '../testing/unit-world.ts'
import { associatedTokenAddress } from '../tokens/token-state.ts'
import { estimateFee } from './fee.ts'

const zeros = (count: number) => new Array<number>(count).fill(0)

/** A mint of Token-2022 with 6 decimals and these extensions. */
function mintWith(...extensions: readonly number[]) {
  const data = Uint8Array.from([...zeros(166), ...extensions])
  data.set([6, 1], 44)
  data[165] = 1
  return accountJson(1, token2022Program, data)
}

/** A token account of Token-2022 in a state: 1 open, 2 frozen. */
function tokenAccount(owner: Address, amount: bigint, state = 1) {
  const data = [...keyBytes(mint), ...keyBytes(owner), ...u64(amount), ...zeros(93)]
  return accountJson(2_039_280, token2022Program, Uint8Array.from(data.with(108, state)))
}

const associated = await associatedTokenAddress(alice, mint, token2022Program)
const fivePercent = [1, 0, 108, 0, ...zeros(72), ...[0, 1].flatMap(() => [...u64(0n), ...u64(99n), 244, 1])]
const clock = accountJson(1, mint, new Uint8Array(40))

type World = {
  readonly extensions?: readonly number[]
  /** Amount and state of each of Alice's token accounts. */
  readonly accounts?: readonly (readonly [amount: bigint, state: number])[]
  /** The amount in Bob's account after the simulation; it was 50 before. */
  readonly after: bigint
}

/** Estimates a transfer of 7 from Alice to Bob, whose token account exists. */
async function estimated({ extensions = [], accounts = [[100n, 1]], after }: World) {
  const simulated: unknown[] = []
  const { openRpc } = scriptedNode({
    getMultipleAccounts: ([addresses]) => {
      const count = Array.isArray(addresses) ? addresses.length : 0
      const wallets = [accountJson(10_000_000_000), accountJson(1_000_000), mintWith(...extensions)]
      return inContext(count === 3 ? wallets : [tokenAccount(bob, 50n), clock].slice(0, count))
    },
    getTokenAccountsByOwner: () =>
      inContext(
        accounts.map(([amount, state], at) => ({
          pubkey: at === 0 ? associated : vault,
          account: tokenAccount(alice, amount, state),
        })),
      ),
    getMinimumBalanceForRentExemption: () => 890_880,
    getLatestBlockhash: () => inContext(lifetime),
    getRecentPrioritizationFees: () => [],
    getFeeForMessage: () => inContext(5_000),
    simulateTransaction: ([wire]) => {
      simulated.push(wire)
      return inContext({ err: null, unitsConsumed: 300, accounts: [tokenAccount(bob, after)] })
    },
  })
  const fee = await estimateFee(openRpc, tokenTransfer, network)
  return { fee, wire: Buffer.from(String(simulated[0]), 'base64') }
}

const failsWith = (reason: string) => ({ code: 'send/failed', data: { reason } })

describe('received amount of a token', () => {
  it('simulation matches the extensions › reported', async () => {
    const { fee } = await estimated({ extensions: fivePercent, after: 56n })
    expect(fee.token).toEqual({ arrives: 6n })
  })

  it.each([
    ['a mint with a fee', fivePercent, 55n],
    ['a mint without extensions', [], 56n],
  ])('%s, simulation shows less than the extensions state › rejected', async (_name, extensions, after) => {
    await expect(estimated({ extensions, after })).rejects.toMatchObject(failsWith('token-unknown'))
  })

  it('another payment in the same simulation › accepted', async () => {
    const { fee } = await estimated({ after: 1_000n })
    expect(fee.token).toBeUndefined()
  })

  it('unknown extension › rejected', async () => {
    const estimate = estimated({ extensions: [99, 0, 0, 0], after: 57n })
    await expect(estimate).rejects.toMatchObject(failsWith('token-unknown'))
  })
})

describe('source token account', () => {
  const uses = (wire: Buffer, account: Address) => wire.includes(Buffer.from(keyBytes(account)))

  it('associated account frozen, another has enough › the other', async () => {
    const accounts = [[100n, 2] as const, [50n, 1] as const]
    const { wire } = await estimated({ accounts, after: 57n })
    expect([uses(wire, associated), uses(wire, vault)]).toEqual([false, true])
  })

  it.each([
    ['together enough', [4n, 4n], 'token-split'],
    ['together too little', [4n, 2n], 'insufficient-funds'],
  ])('no account has enough, %s › rejected', async (_name, amounts, reason) => {
    const accounts = amounts.map((amount) => [amount, 1] as const)
    await expect(estimated({ accounts, after: 57n })).rejects.toMatchObject(failsWith(reason))
  })

  it('associated account frozen, the other has too little › rejected', async () => {
    const accounts = [[100n, 2] as const, [6n, 1] as const]
    await expect(estimated({ accounts, after: 57n })).rejects.toMatchObject(failsWith('token-frozen'))
  })
})
