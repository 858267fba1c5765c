import type { Address } from '@solana/web3.js'
import { describe, expect, it, test } from 'vitest'
import type { Transfer } from '../chain-adapter.ts'
import { memoryTransport } from '../testing/scripted-transport.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { tokenProgram } from './programs.ts'
import { inContext, scriptedNode } from './testing/scripted-node.ts'
import { keyBytes, u64 } from './testing/transactions.ts'
import {
  accountJson,
  alice,
  bob,
  connection,
  fee,
  lifetime,
  mint,
  mintJson,
  network,
  signature,
  thief,
  tokenTransfer,
  transfer,
  vault,
  walletAccount,
} from './testing/unit-world.ts'
import { associatedTokenAddress } from './tokens/token-state.ts'
import { estimateFee } from './transactions/fee.ts'
import { send } from './transactions/send.ts'
import { createAccountBook } from './wallet/wallet-accounts.ts'

const zeros = (count: number) => new Array<number>(count).fill(0)

const tokensOf = (owner: Address) =>
  accountJson(
    2_039_280,
    tokenProgram,
    Uint8Array.from([...keyBytes(mint), ...keyBytes(owner), ...u64(100n), ...zeros(93)]),
  )

const source = await associatedTokenAddress(alice, mint, tokenProgram)
const someProgram = thief
const programAccount = accountJson(10_000_000, someProgram, new Uint8Array(200))
const executable = { ...accountJson(10_000_000, someProgram), executable: true }
/** An SPL Token account with several signers: 355 bytes. */
const multisig = accountJson(3_361_680, tokenProgram, new Uint8Array(355))

type Accounts = Readonly<Record<string, unknown>>

/** A chain with the given accounts and those of Alice, her tokens and the mint; no others exist. */
function nodeWith(accounts: Accounts) {
  const all: Accounts = { [alice]: accountJson(10_000_000_000), [mint]: mintJson(6), ...accounts }
  return scriptedNode({
    getMultipleAccounts: ([addresses]) =>
      inContext(Array.isArray(addresses) ? addresses.map((one) => all[String(one)] ?? null) : []),
    getTokenAccountsByOwner: () => inContext([{ pubkey: source, account: tokensOf(alice) }]),
    getMinimumBalanceForRentExemption: () => 890_880,
    getLatestBlockhash: () => inContext(lifetime),
    getRecentPrioritizationFees: () => [],
    getFeeForMessage: () => inContext(5_000),
    simulateTransaction: () => inContext({ err: null, unitsConsumed: 300, accounts: [null] }),
  })
}

const sol = (to: string): Transfer => ({ ...transfer, to })
const tokens = (to: string): Transfer => ({ ...tokenTransfer, to })

describe('recipient', () => {
  it.each<[string, Transfer, Accounts, true | undefined]>([
    ['wallet', sol(bob), { [bob]: accountJson(1_000_000) }, undefined],
    ['wallet without an account', sol(bob), {}, undefined],
    ['account of a program', sol(bob), { [bob]: programAccount }, true],
    ['vault without a key', sol(vault), { [vault]: accountJson(1_000_000) }, true],
    ['address without key and account', sol(vault), {}, true],
    ['wallet, of tokens', tokens(bob), {}, undefined],
    ['account of a program, of tokens', tokens(bob), { [bob]: programAccount }, true],
    ['vault without a key, of tokens', tokens(vault), { [vault]: accountJson(1_000_000) }, true],
    ['token account of a wallet', tokens(vault), { [vault]: tokensOf(bob) }, undefined],
    ['token account of a multisig', tokens(vault), { [vault]: tokensOf(bob), [bob]: multisig }, true],
    ['token account of a program', tokens(bob), { [bob]: tokensOf(vault) }, true],
  ])('%s › reviewed › isKeyless as expected', async (_name, requested, accounts, isKeyless) => {
    const { openRpc } = nodeWith(accounts)
    expect((await estimateFee(openRpc, requested, network)).isKeyless).toBe(isKeyless)
  })

  it.each<[string, Transfer, Accounts]>([
    ['program', sol(bob), { [bob]: executable }],
    ['program, of tokens', tokens(bob), { [bob]: executable }],
    ['multisig of SPL Token', sol(bob), { [bob]: multisig }],
    ['multisig of SPL Token, of tokens', tokens(bob), { [bob]: multisig }],
    ['mint', sol(mint), {}],
    ['token account, of coins', sol(vault), { [vault]: tokensOf(bob) }],
    ['token account that is not open', tokens(vault), {}],
  ])('%s › reviewed › rejected, the amount would be lost', async (_name, requested, accounts) => {
    const { openRpc } = nodeWith(accounts)
    const failure = { code: 'send/failed', data: { reason: 'not-a-wallet' } }
    await expect(estimateFee(openRpc, requested, network)).rejects.toMatchObject(failure)
  })
})

test.each([
  ['said so', true, 1],
  ['did not say so', false, 0],
])('keyless recipient › review %s › wallet prompts only if shown', async (_name, isKeyless, prompts) => {
  const feature = 'solana:signAndSendTransaction'
  const account = walletAccount(alice, feature)
  const transport = memoryTransport({
    'standard:connect': () => ({ accounts: [account] }),
    [feature]: () => ({ signature }),
  })
  const { openRpc } = nodeWith({ [bob]: programAccount })
  const ports = { transport, clock: virtualClock(), book: createAccountBook(transport), openRpc }
  const reviewedFee = isKeyless ? { ...fee, isKeyless } : fee
  const sent = send(ports, connection, sol(bob), reviewedFee)
  if (isKeyless) await sent
  else await expect(sent).rejects.toMatchObject({ code: 'send/failed', data: { reason: 'not-a-wallet' } })
  expect(transport.count(feature)).toBe(prompts)
})
