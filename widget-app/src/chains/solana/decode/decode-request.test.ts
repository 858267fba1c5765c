import { type Address, address, type IInstruction } from '@solana/web3.js'
import { describe, expect, it, vi } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { isSevereRequest } from '#widget/domain/review/requires-confirm-window.ts'
import { isSevere } from '#widget/domain/review-queue/risk.ts'
import type { Description, Fact } from '../../request-facts.ts'
import { computeUnitLimit, computeUnitPrice, systemTransfer, transferChecked } from '../instructions.ts'
import { offchainEncodings } from '../offchain-message.ts'
import { lookupTableProgram, systemProgram, tokenProgram } from '../programs.ts'
import { dappWorld, factsOf, signs, signsMessage } from '../testing/dapp-world.ts'
import { inContext } from '../testing/scripted-node.ts'
import { base64, instructionOf, keyBytes, wireOf } from '../testing/transactions.ts'
import { accountJson, alice, bob, chain, mint, mintJson, thief, vault } from '../testing/unit-world.ts'

const { signal } = new AbortController()
const facts = async (
  instructions: readonly IInstruction[],
  options: Parameters<typeof wireOf>[1] = {},
): Promise<readonly Fact[]> => (await factsOf(wireOf(instructions, options))).facts

const transferSol = (value = 5n): IInstruction => systemTransfer(alice, bob, value)
const transferFact: Fact = {
  is: 'transfer',
  from: undefined,
  to: bob,
  figure: { value: 5n, contract: undefined },
}
const tokenTransfer = {
  ...{ program: tokenProgram, mint, decimals: 6, source: vault, authority: alice },
  ...{ destination: thief, amount: 7n },
}

describe('decodeRequest › transactions', () => {
  it.each(['legacy', 0] as const)(
    'native and token transfers, version %s › one fact each',
    async (version) => {
      expect(await facts([transferSol()], { version })).toEqual([transferFact])
      expect(await facts([transferSol(), transferChecked(tokenTransfer)], { version })).toEqual([
        {
          is: 'batch',
          facts: [
            transferFact,
            {
              ...{ is: 'transfer', from: undefined, source: vault, to: thief },
              figure: { value: 7n, contract: mint },
            },
          ],
        },
      ])
    },
  )

  it('no instruction › no fact', async () => {
    expect(await facts([])).toEqual([])
  })

  it('R6 › compute-unit price › a fee, above 0.01 SOL a high one', async () => {
    const term = (name: 'fee' | 'fee-high', value: bigint): Fact => ({
      is: 'term',
      name,
      figure: { value, contract: undefined },
    })
    const priced = (limit: number, price: bigint) =>
      facts([computeUnitLimit(limit), computeUnitPrice(price), transferSol()])
    expect(await priced(1_000_000, 10_000_000n)).toEqual([transferFact, term('fee', 10_000_000n)])
    expect(await priced(1_000_000, 10_000_001n)).toEqual([transferFact, term('fee-high', 10_000_001n)])
    expect(await priced(500, 0n)).toEqual([transferFact])
    // 1,400 SOL; then the same price without a limit.
    expect(await priced(1_400_000, 10n ** 12n)).toEqual([transferFact, term('fee-high', 1_400_000_000_000n)])
    expect(await facts([computeUnitPrice(10n ** 12n), transferSol()])).toEqual([
      transferFact,
      term('fee-high', 200_000_000_000n),
    ])
  })

  it('another payer or signer › named, and its fee is not the account’s', async () => {
    const other: Fact = { is: 'term', name: 'other-signer', text: thief }
    expect(await facts([computeUnitPrice(9n), transferSol()], { payer: thief })).toEqual([
      transferFact,
      other,
    ])
    expect(
      await facts([transferSol(), instructionOf(systemProgram, [{ signer: thief }, bob], [2, 0, 0, 0])]),
    ).toContainEqual(other)
  })

  it('bytes after the arguments › a term of their own', async () => {
    const longer = instructionOf(
      systemProgram,
      [{ signer: alice }, bob],
      [...(transferSol().data ?? []), 1, 2],
    )
    expect(await facts([longer])).toEqual([
      { is: 'batch', facts: [transferFact, { is: 'term', name: 'trailing-data', text: '0x0102' }] },
    ])
  })
})

describe('decodeRequest › unknown calls', () => {
  const program = thief
  const node = (owner: Address) => ({
    getMultipleAccounts: ([names]: readonly unknown[]) => {
      const data = Uint8Array.from([...keyBytes(mint), ...keyBytes(owner), ...new Uint8Array(101)])
      const accountFor = (name: string) => (name === vault ? accountJson(1, tokenProgram, data) : null)
      return inContext(Array.isArray(names) ? names.map((name) => accountFor(String(name))) : [])
    },
  })
  const mayTake = async (instruction: IInstruction, owner?: Address) => {
    const script = owner === undefined ? {} : { node: node(owner) }
    const [fact] = (await factsOf(wireOf([instruction]), script)).facts
    return fact?.is === 'unknown-call' ? fact.mayTake : undefined
  }

  it('R6 › call gets the account’s signature › may take', async () => {
    expect(await mayTake(instructionOf(program, [{ reads: alice }], [1]))).toBe(true)
  })

  it('R6 › the account’s own token account is writable › may take', async () => {
    const writes = instructionOf(program, [vault], [1])
    expect(await mayTake(writes, alice)).toBe(true)
    expect(await mayTake(writes, bob)).toBe(false)
    expect(await mayTake(instructionOf(program, [{ reads: vault }], [1]), alice)).toBe(false)
  })

  it('R6 › node does not respond › may take', async () => {
    expect(await mayTake(instructionOf(program, [vault], [1]))).toBe(true)
    expect(await mayTake(instructionOf(program, [], [1]))).toBe(false)
  })

  it('R6 › unknown instruction of a known program › unknown, with its first bytes', async () => {
    const unknown = instructionOf(tokenProgram, [{ signer: alice }], [200, 1, 2])
    expect(await facts([unknown])).toEqual([
      { is: 'unknown-call', to: tokenProgram, selector: '0xc80102', figure: undefined, mayTake: true },
    ])
    const short = instructionOf(systemProgram, [{ signer: alice }, bob], [2, 0, 0, 0, 1])
    expect(await facts([short])).toMatchObject([{ is: 'unknown-call', mayTake: true }])
  })
})

describe('decodeRequest › lookup tables', () => {
  const table = address('8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR')
  const compiled = wireOf([transferSol()])
  // The recipient comes from a table: the last account of the transfer is the first loaded one.
  const wire = Uint8Array.from([
    ...compiled.slice(0, -1).map((byte, at) => (at === compiled.length - 15 ? 3 : byte)),
    ...[1, ...keyBytes(table), 1, 0, 0],
  ])
  const world = (...owners: readonly [Address, ...Address[]]) => {
    let reads = 0
    return dappWorld({
      wallet: () => ({ signedTransaction: base64(wire) }),
      node: {
        getMultipleAccounts: () => {
          const owner = owners[Math.min(reads, owners.length - 1)] ?? owners[0]
          reads += 1
          return inContext([
            accountJson(1, lookupTableProgram, Uint8Array.from([...new Uint8Array(56), ...keyBytes(owner)])),
          ])
        },
      },
    })
  }
  const params = { address: alice, transaction: base64(wire) }

  it('address from a table › read from the chain, the table is named', async () => {
    const prepared = await world(thief).prepare('solana:signTransaction', params)
    expect((await prepared.decode?.(signal))?.facts).toEqual([
      { ...transferFact, to: thief },
      { is: 'term', name: 'lookup-table', text: table },
      { is: 'term', name: 'unsent-soon' },
    ])
  })

  it('R5 › table changes before the request › the wallet gets no request', async () => {
    const changed = world(bob, thief)
    const prepared = await changed.prepare('solana:signTransaction', params)
    await prepared.decode?.(signal)
    await expect(prepared.requestWallet()).rejects.toMatchObject({ code: -32603 })
    expect(changed.signed()).toEqual([])
  })

  it('no table, another program’s, or too short › the request is undecodable', async () => {
    const accounts = [
      null,
      accountJson(1, systemProgram, new Uint8Array(88)),
      accountJson(1, lookupTableProgram, new Uint8Array(56)),
      mintJson(6),
    ]
    for (const account of accounts) {
      const node = { getMultipleAccounts: () => inContext([account]) }
      await expect(factsOf(wire, { node })).rejects.toThrow()
    }
  })
})

describe('decodeRequest › messages', () => {
  const factOf = async (bytes: Uint8Array) => {
    const prepared = await dappWorld().prepare(signsMessage, { address: alice, message: base64(bytes) })
    return (await prepared.decode?.(signal))?.facts[0]
  }

  it('text, sign-in or blind bytes › a fact of that kind', async () => {
    expect(await factOf(Buffer.from('Two coffees'))).toEqual({
      is: 'message',
      text: 'Two coffees',
      isDisguised: false,
    })
    const signIn = 'bank.example wants you to sign in with your Solana account:\nabc'
    expect(await factOf(Buffer.from(signIn))).toMatchObject({ is: 'sign-in', domain: 'bank.example' })
    expect(await factOf(new Uint8Array(40).fill(255))).toMatchObject({ is: 'blind', why: 'unreadable' })
  })

  it('R6 › off-chain message in either encoding › decoded by its text', async () => {
    const text = new TextEncoder().encode('bank.example wants you to sign in with your Solana account:\nabc')
    for (const form of offchainEncodings(alice, text))
      expect(await factOf(form)).toMatchObject({ is: 'sign-in', domain: 'bank.example' })
    const [short = text] = offchainEncodings(alice, text)
    const broken = [
      short.slice(0, -1),
      Uint8Array.from([...short, 1]),
      short.map((byte, at) => (at === 16 ? 1 : byte)),
    ]
    for (const one of broken) expect(await factOf(one)).toMatchObject({ is: 'blind', why: 'unreadable' })
    const hash = offchainEncodings(alice, new Uint8Array(32).fill(255))[0] ?? text
    expect(await factOf(hash)).toMatchObject({ is: 'blind', why: 'hash' })
  })

  it('transaction, or its message, instead of a text › blind, with the reason', async () => {
    const wire = wireOf([transferSol()])
    expect(await factOf(wire)).toMatchObject({ is: 'blind', why: 'transaction' })
    expect(await factOf(wire.subarray(65))).toMatchObject({ is: 'blind', why: 'transaction' })
  })

  it('R1 › decoded request › sent to the wallet byte for byte', async () => {
    const wire = wireOf([transferSol()])
    const world = dappWorld({ wallet: () => ({}) })
    const prepared = await world.prepare('solana:signTransaction', {
      address: alice,
      transaction: base64(wire),
    })
    await prepared.requestWallet().catch(() => undefined)
    expect(world.signed()).toEqual([prepared.request])
    expect(prepared.request.params).toMatchObject({ transaction: base64(wire) })
  })
})

describe('decodeRequest › blockhash and sending', () => {
  const devnet = parseChainId('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
  const unknown: Fact = { is: 'term', name: 'unknown-blockhash' }
  const unsent = (name: 'unsent' | 'unsent-soon'): Fact => ({ is: 'term', name })
  const lifetime = '4'.repeat(44)
  const riskOf = async ({ facts: all }: Description, at = chain) => {
    const description = { account: alice, chain: at, facts: all }
    const risks = risksOf(description, { host: 'shop.example', newContracts: [], now: 0 })
    return {
      isGrave: risks.some(isSevere),
      isAllowed: isAllowListed(description, { host: 'shop.example', isBundledToken: () => false }),
      isOfGravest: isSevereRequest({ decoding: { is: 'read', description }, risks }),
    }
  }

  it.each<[string, object]>([
    ['does not know it', { isBlockhashValid: () => inContext(false) }],
    ['gives no answer', {}],
  ])('A5 › devnet, blockhash that the node %s › never allowed, severe', async (_, node) => {
    const read = await factsOf(wireOf([transferSol()], { lifetime }), { chain: devnet, node: { ...node } })
    expect(read.facts).toEqual([transferFact, unknown])
    expect(await riskOf(read, devnet)).toEqual({ isGrave: true, isAllowed: false, isOfGravest: true })
  })

  it('A5 › devnet, blockhash of devnet › checked by its bytes, no risk', async () => {
    const isBlockhashValid = vi.fn((_params: readonly unknown[]) => inContext(true))
    const read = await factsOf(wireOf([transferSol()], { lifetime }), {
      chain: devnet,
      node: { isBlockhashValid },
    })
    expect(read.facts).toEqual([transferFact])
    expect(isBlockhashValid.mock.calls).toEqual([[[lifetime, { commitment: 'processed' }]]])
  })

  const signedOnly = async (...instructions: readonly IInstruction[]) => {
    const params = { address: alice, transaction: base64(wireOf(instructions)) }
    const read = await (await dappWorld().prepare(signs, params)).decode?.(signal)
    if (read === undefined) throw new Error('It signs nothing')
    return read
  }

  it('A12 › signed, not sent › named, not severe: it expires within minutes', async () => {
    const read = await signedOnly(transferSol())
    expect(read.facts).toEqual([transferFact, unsent('unsent-soon')])
    expect(await riskOf(read)).toEqual({ isGrave: false, isAllowed: true, isOfGravest: false })
  })

  it('A12 › signed with a nonce, not sent › severe: the site decides when', async () => {
    const advance = instructionOf(systemProgram, [bob, { reads: mint }, { signer: alice }], [4, 0, 0, 0])
    const read = await signedOnly(advance, transferSol())
    expect(read.facts).toContainEqual(unsent('unsent'))
    expect(await riskOf(read)).toMatchObject({ isAllowed: false, isOfGravest: true })
  })
})
