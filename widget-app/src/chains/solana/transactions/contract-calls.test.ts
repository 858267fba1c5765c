import {
  AccountRole,
  address,
  blockhash,
  getAddressDecoder,
  getAddressEncoder,
  type IInstruction,
} from '@solana/web3.js'
import { expect, it } from 'vitest'
import type { ContractCall } from '../../chain-adapter.ts'
import { writeTransaction } from '../message.ts'
import { systemProgram, tokenProgram, wrappedSol } from '../programs.ts'
import { inContext, scriptedNode } from '../testing/scripted-node.ts'
import {
  accountJson,
  alice,
  chain,
  fee,
  mint,
  mintJson,
  network,
  thief,
  vault,
} from '../testing/unit-world.ts'
import { estimateCall } from './contract-calls.ts'

const program = address('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C')
const { signal } = new AbortController()

/** Alice's token account with 1,000 units, changed at these bytes. */
function tokenAccount(change: (data: Uint8Array) => void = () => undefined) {
  const data = new Uint8Array(165)
  data.set(getAddressEncoder().encode(mint), 0)
  data.set(getAddressEncoder().encode(alice), 32)
  new DataView(data.buffer).setBigUint64(64, 1_000n, true)
  data[108] = 1
  change(data)
  return accountJson(2_039_280, tokenProgram, data)
}

/** A call of a program that may write to Alice's wallet, her token account, and `others` more accounts. */
function callWith(others: number): ContractCall {
  const otherAccounts = Array.from({ length: others }, (_, at) => {
    const bytes = new Uint8Array(32).fill(at + 1)
    bytes[31] = 7
    return getAddressDecoder().decode(bytes)
  })
  const instruction: IInstruction = {
    programAddress: program,
    accounts: [
      { address: alice, role: AccountRole.WRITABLE_SIGNER },
      { address: vault, role: AccountRole.WRITABLE },
      ...otherAccounts.map((one) => ({ address: one, role: AccountRole.WRITABLE })),
    ],
    data: Uint8Array.of(1),
  }
  const { wire } = writeTransaction({
    ...{ from: alice, instructions: [instruction], ...fee },
    ...{ blockhash: blockhash(systemProgram), lastValidBlockHeight: 1 },
  })
  return { chain, from: alice, to: program, data: wire, value: 0n }
}

type ReportedAccount = ReturnType<typeof accountJson> | null

/** Estimates a call after which the wallet and the token account have these states. */
function estimated(
  wallet: ReportedAccount,
  token: ReportedAccount,
  others = 0,
  tokenBefore: ReportedAccount = tokenAccount(),
) {
  const before = [accountJson(5_000_000_000), tokenBefore]
  const { openRpc } = scriptedNode({
    getMultipleAccounts: ([requested]) => {
      const names: string[] = Object(requested)
      const accountsBefore = new Map<string, ReportedAccount>([
        [alice, before[0] ?? null],
        [vault, before[1] ?? null],
        [mint, mintJson(6)],
      ])
      return inContext(names.map((name) => accountsBefore.get(name) ?? null))
    },
    getFeeForMessage: () => inContext(5_000),
    simulateTransaction: ([, config]) => {
      const { addresses } = Object(config).accounts
      const after = new Map<string, ReportedAccount>([
        [alice, wallet],
        [vault, token],
      ])
      return inContext({ err: null, accounts: addresses.map((one: string) => after.get(one) ?? null) })
    },
  })
  return estimateCall(openRpc(network), callWith(others), network, signal)
}

const paid = accountJson(4_999_995_000)

it('simulation changes balances only › they are reported', async () => {
  const spent = tokenAccount((data) => new DataView(data.buffer).setBigUint64(64, 400n, true))
  expect(await estimated(paid, spent)).toMatchObject({
    maxFee: 5_000n,
    changes: [{ contract: mint, value: -600n }],
  })
})

/** Alice's token account with 1,000 units of wrapped SOL. */
const wrapped = tokenAccount((data) => data.set(getAddressEncoder().encode(wrappedSol), 0))

it.each<[string, number, readonly object[]]>([
  ['the account', 5_000_000_000 - 5_000 + 2_039_280, []],
  ['another account', 5_000_000_000 - 5_000, [{ contract: undefined, value: -2_039_280n }]],
])(
  'wrapped SOL closed, its lamports go to %s › a loss only if not returned',
  async (_, lamports, changes) => {
    // Nodes report a closed account in either form.
    for (const closed of [null, accountJson(0)])
      expect((await estimated(accountJson(lamports), closed, 0, wrapped)).changes).toEqual(changes)
  },
)

it('nonce account emptied › rejected: no balance change shows its loss', async () => {
  const data = new Uint8Array(80)
  data.set(getAddressEncoder().encode(alice), 8)
  const nonceAccount = accountJson(1_447_680, systemProgram, data)
  await expect(estimated(paid, accountJson(0), 0, nonceAccount)).rejects.toMatchObject({
    code: 'swap/not-as-agreed',
  })
})

it('wrapped SOL spent, account still open › its loss is reported', async () => {
  const spent = tokenAccount((data) => {
    data.set(getAddressEncoder().encode(wrappedSol), 0)
    new DataView(data.buffer).setBigUint64(64, 400n, true)
  })
  expect((await estimated(paid, spent, 0, wrapped)).changes).toMatchObject([
    { contract: wrappedSol, value: -600n },
  ])
})

it('delegate from before › no grant of the call', async () => {
  const delegated = tokenAccount((data) => data.set(getAddressEncoder().encode(thief), 76))
  expect((await estimated(paid, delegated, 0, delegated)).changes).toEqual([])
})

it.each<[string, ReportedAccount, ReportedAccount]>([
  [
    'somebody may take the tokens later',
    paid,
    tokenAccount((data) => {
      data[72] = 1
      data.set(getAddressEncoder().encode(thief), 76)
    }),
  ],
  [
    'somebody may close the account',
    paid,
    tokenAccount((data) => {
      data[129] = 1
      data.set(getAddressEncoder().encode(thief), 133)
    }),
  ],
  ['the wallet itself belongs to a program', accountJson(4_999_995_000, program), tokenAccount()],
])('simulation after which %s › rejected, although no balance changed', async (_, wallet, token) => {
  await expect(estimated(wallet, token)).rejects.toMatchObject({ code: 'swap/not-as-agreed' })
})

it('earlier delegate may take more › rejected', async () => {
  const delegated = (value: bigint) =>
    tokenAccount((data) => {
      data[72] = 1
      data.set(getAddressEncoder().encode(thief), 76)
      new DataView(data.buffer).setBigUint64(121, value, true)
    })
  expect((await estimated(paid, delegated(9n), 0, delegated(9n))).changes).toEqual([])
  await expect(estimated(paid, delegated(10n), 0, delegated(9n))).rejects.toMatchObject({
    code: 'swap/not-as-agreed',
  })
})

it('call may change more accounts than a node reports › rejected', async () => {
  expect(await estimated(paid, tokenAccount(), 22)).toMatchObject({ changes: [] })
  await expect(estimated(paid, tokenAccount(), 23)).rejects.toMatchObject({ code: 'swap/not-as-agreed' })
})
