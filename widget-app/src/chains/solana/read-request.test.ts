import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64Decoder,
  getBase64EncodedWireTransaction,
  type IInstruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { systemTransfer, transferChecked } from './instructions.ts'
import { systemProgram, tokenProgram } from './programs.ts'
import { readRequest } from './read-request.ts'
import { inContext, scriptedNode } from './testing/scripted-node.ts'
import { accountJson, alice, bob, connection, mint, thief, vault } from './testing/unit-world.ts'

const wireOf = (version: 'legacy' | 0, ...instructions: readonly IInstruction[]) =>
  getBase64EncodedWireTransaction(
    compileTransaction(
      appendTransactionMessageInstructions(
        instructions,
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: blockhash('11111111111111111111111111111111'), lastValidBlockHeight: 1n },
          setTransactionMessageFeePayer(alice, createTransactionMessage({ version })),
        ),
      ),
    ),
  )

const none = scriptedNode({})
const { signal } = new AbortController()
const facts = async (wire: string, node = none) => {
  const request = { method: 'solana:signTransaction', params: { address: alice, transaction: wire } }
  return (await readRequest(node.openRpc, connection, request, signal))?.facts
}
const account = (address: Address, role = AccountRole.WRITABLE) => ({ address, role })
const instruction = (
  programAddress: Address,
  accounts: readonly Address[],
  data: readonly number[],
): IInstruction => ({
  programAddress,
  accounts: accounts.map((address) =>
    account(address, address === alice ? AccountRole.WRITABLE_SIGNER : AccountRole.WRITABLE),
  ),
  data: Uint8Array.from(data),
})
const amount = (byte: number) => Array.from({ length: 8 }, () => byte)
const key = Array.from({ length: 32 }, () => 7)

describe('readRequest', () => {
  it.each(['legacy', 0] as const)(
    'behavior: coins and tokens, in a transaction of version %s',
    async (version) => {
      const move = {
        ...{ program: tokenProgram, mint, decimals: 6, source: vault, authority: alice },
        ...{ destination: thief, amount: 7n },
      }
      expect(await facts(wireOf(version, systemTransfer(alice, bob, 5n)))).toEqual([
        { is: 'transfer', from: undefined, to: bob, figure: { value: 5n, contract: undefined } },
      ])
      expect(await facts(wireOf(version, systemTransfer(alice, bob, 5n), transferChecked(move)))).toEqual([
        {
          is: 'batch',
          facts: [
            { is: 'transfer', from: undefined, to: bob, figure: { value: 5n, contract: undefined } },
            { is: 'transfer', from: undefined, to: thief, figure: { value: 7n, contract: mint } },
          ],
        },
      ])
    },
  )

  it.each<[string, IInstruction, object]>([
    [
      'Approve without an end',
      instruction(tokenProgram, [vault, thief, alice], [4, ...amount(255)]),
      { is: 'approval', spender: thief, isUnlimited: true },
    ],
    [
      'ApproveChecked of a little',
      instruction(tokenProgram, [vault, mint, thief, alice], [13, 5, 0, 0, 0, 0, 0, 0, 0, 6]),
      { is: 'approval', spender: thief, isUnlimited: false, figure: { value: 5n, contract: mint } },
    ],
    [
      'SetAuthority',
      instruction(tokenProgram, [vault, alice], [6, 2, 1, ...key]),
      { is: 'authority', name: 'SetAuthority' },
    ],
    [
      'CloseAccount to somebody else',
      instruction(tokenProgram, [vault, thief, alice], [9]),
      { is: 'transfer-all', to: thief },
    ],
    ['CloseAccount to oneself', instruction(tokenProgram, [vault, alice, alice], [9]), { is: 'known-call' }],
    [
      'Assign',
      instruction(systemProgram, [alice], [1, 0, 0, 0, ...key]),
      { is: 'authority', name: 'Assign' },
    ],
    [
      'AdvanceNonce',
      instruction(systemProgram, [vault, bob, alice], [4, 0, 0, 0]),
      { is: 'durable', account: vault },
    ],
    [
      'an unknown program with the account',
      instruction(thief, [alice], [1]),
      { is: 'unknown-call', to: thief, mayTake: true },
    ],
    ['an unknown program without it', instruction(thief, [bob], [1]), { is: 'unknown-call', mayTake: false }],
  ])('param: %s', async (_name, one, fact) => {
    expect(await facts(wireOf(0, one))).toMatchObject([fact])
  })

  it('behavior: addresses out of lookup tables are read from the chain, and without them nothing is known', async () => {
    const compiled = wireOf(0, systemTransfer(alice, bob, 5n))
    const bytes = Uint8Array.from(Buffer.from(compiled, 'base64'))
    // The same with one lookup more, of which no instruction takes an address.
    const withTable = Uint8Array.from([...bytes.slice(0, -1), 1, ...key, 1, 0, 0])
    const wire = getBase64Decoder().decode(withTable)
    const table = new Uint8Array(56 + 32)
    const script = { getMultipleAccounts: () => inContext([accountJson(1, systemProgram, table)]) }
    expect(await facts(wire, scriptedNode(script))).toMatchObject([{ is: 'transfer', to: bob }])
    await expect(
      facts(wire, scriptedNode({ getMultipleAccounts: () => inContext([null]) })),
    ).rejects.toThrow()
  })

  it('behavior: messages are texts, sign-ins, or blind; a transaction handed out as one is told', async () => {
    const said = async (bytes: Uint8Array) => {
      const params = { address: alice, message: getBase64Decoder().decode(bytes) }
      const request = { method: 'solana:signMessage', params }
      return (await readRequest(none.openRpc, connection, request, signal))?.facts[0]
    }
    expect(await said(Buffer.from('Two coffees'))).toEqual({
      is: 'message',
      text: 'Two coffees',
      isDisguised: false,
    })
    const signIn = 'bank.example wants you to sign in with your Solana account:\nabc'
    expect(await said(Buffer.from(signIn))).toMatchObject({ is: 'sign-in', domain: 'bank.example' })
    expect(await said(new Uint8Array(40).fill(255))).toMatchObject({ is: 'blind', why: 'unreadable' })
    const wire = Buffer.from(wireOf(0, systemTransfer(alice, bob, 5n)), 'base64')
    expect(await said(wire)).toMatchObject({ is: 'blind', why: 'transaction' })
    expect(await said(wire.subarray(65))).toMatchObject({ is: 'blind', why: 'transaction' })
  })

  it('behavior: a solana:signIn is shown as the text which the wallet will make of its fields', async () => {
    const params = { address: alice, domain: 'Bank.example', nonce: 'oBbLoEldZs' }
    const request = { method: 'solana:signIn', params }
    const text = `Bank.example wants you to sign in with your Solana account:\n${alice}\n\nNonce: oBbLoEldZs`
    expect((await readRequest(none.openRpc, connection, request, signal))?.facts).toEqual([
      { is: 'sign-in', domain: 'bank.example', text, isDisguised: false },
    ])
  })

  it('error: what is no transaction throws; what will be refused anyway, or signs nothing, has no facts', async () => {
    await expect(facts('AAAA')).rejects.toThrow()
    const request = (params: object) =>
      readRequest(none.openRpc, connection, { method: 'solana:signTransaction', params }, signal)
    expect(await request({ address: bob, transaction: 'AAAA' })).toBeUndefined()
    expect(await request({ address: alice })).toBeUndefined()
    expect(
      await readRequest(none.openRpc, connection, { method: 'standard:connect' }, signal),
    ).toBeUndefined()
  })
})
