import {
  type Address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase58Decoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from '#shared/zod.ts'
import { svmAccount } from '../../chains/solana/accounts.ts'
import { systemProgram } from '../../chains/solana/addresses.ts'
import { freePort } from '../../chains/solana/free-port.ts'
import { seedSvm } from '../../chains/solana/seed.ts'
import { type SvmNode, startSvm, svmReady } from '../../chains/solana/svm.ts'
import { RpcError } from '../../rpc-error.ts'
import { createUrlRpc } from '../node-rpc.ts'
import { planWallet } from '../presets.ts'
import { createScriptedBehaviour } from '../scripted-behaviour.ts'
import { type ScriptPatch, walletSetups } from '../setup.ts'
import { describeTransaction } from './describe-transaction.ts'
import { createSolanaWallet } from './solana-wallet.ts'
import { registerStandardWallet } from './standard-wallet.ts'

const accounts = ['beacon-1', 'beacon-2', 'payer'].map(svmAccount)
const [first, second, payer] = accounts
if (first === undefined || second === undefined || payer === undefined) throw new Error('no accounts')
const recipient = svmAccount('receiver of the test wallet').address
const rpc = createUrlRpc('fetch')
let node: SvmNode

beforeAll(async () => {
  node = startSvm({ port: await freePort(), slotMs: 20 })
  await svmReady(node)
  await seedSvm({ rpcUrl: node.rpcUrl, accounts: accounts.map((account) => account.address) })
})
afterAll(() => node?.stop())

function wallet(script: ScriptPatch = {}, setupFields: object = {}) {
  const setup = {
    id: 'beacon',
    namespaces: ['solana'],
    script: { mode: 'approve', ...script },
    ...setupFields,
  }
  const [parsed] = walletSetups(JSON.stringify([setup]))
  if (parsed === undefined) throw new Error('no setup')
  const world = {
    rpcUrl: node.rpcUrl,
    accounts: accounts.map(({ label, address, privateKey }) => ({
      label,
      address,
      privateKey: Buffer.from(privateKey).toString('hex'),
    })),
  }
  const plan = planWallet(parsed, {
    site: 'dapp',
    widgetUrl: '',
    evilUrl: 'http://evil.localhost:1',
    rpc: 'fetch',
    chains: [],
    accounts: [],
    tokens: [],
    solana: world,
  })
  const behaviour = createScriptedBehaviour(plan, parsed.script)
  const testWallet = createSolanaWallet(plan, world, rpc, behaviour)
  const changes: string[][] = []
  const unsubscribe = testWallet.standard.features['standard:events'].on('change', (change) => {
    const changeSchema = z.object({ accounts: z.array(z.object({ address: z.string(), label: z.string() })) })
    changes.push(z.parse(changeSchema, change).accounts.map((one) => one.label))
  })
  const feature = (name: string) => {
    const methodResult = z
      .record(
        z.string(),
        z.custom<(...values: unknown[]) => Promise<unknown>>((it) => it instanceof Function),
      )
      .safeParse({
        run: Reflect.get(Object(Reflect.get(testWallet.standard.features, name)), name.split(':')[1] ?? ''),
      })
    return async (...values: unknown[]): Promise<unknown> => methodResult.data?.run?.(...values)
  }
  return {
    ...testWallet,
    behaviour,
    changes,
    unsubscribe,
    connect: testWallet.standard.features['standard:connect'].connect,
    disconnect: testWallet.standard.features['standard:disconnect'].disconnect,
    signTransaction: feature('solana:signTransaction'),
    signMessage: feature('solana:signMessage'),
    signAndSend: feature('solana:signAndSendTransaction'),
  }
}

async function connected(script: ScriptPatch = {}) {
  const testWallet = wallet()
  await testWallet.connect()
  testWallet.behaviour.change(script)
  return testWallet
}

async function transfer(from: Address, amount: bigint, feePayer = from): Promise<Uint8Array> {
  const blockhashSchema = z.object({ value: z.object({ blockhash: z.string() }) })
  const { value } = z.parse(blockhashSchema, await rpc(node.rpcUrl, 'getLatestBlockhash', []))
  const lifetime = { blockhash: blockhash(value.blockhash), lastValidBlockHeight: 0n }
  const instruction: Instruction = {
    programAddress: systemProgram,
    accounts: [
      { address: from, role: 3 },
      { address: recipient, role: 1 },
    ],
    data: Uint8Array.from([2, 0, 0, 0, ...new Uint8Array(new BigUint64Array([amount]).buffer)]),
  }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayer(feePayer, one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    (one) => appendTransactionMessageInstructions([instruction], one),
  )
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
}

const account = { address: first.address }
const chain = 'solana:localnet'

describe('accounts', () => {
  it('silent connect without permission › no accounts, no prompt', async () => {
    const { connect, standard, behaviour } = wallet({ mode: 'prompt' })
    expect(await connect({ silent: true })).toEqual({ accounts: [] })
    expect(standard.accounts).toEqual([])
    expect(behaviour.approver.promptCount()).toBe(0)
  })

  it('connect approved › all accounts, also silently, until the host is forgotten', async () => {
    const { connect, disconnect, forget, standard, changes } = wallet()
    const { accounts: values } = await connect()
    expect(values).toMatchObject([
      { address: first.address, chains: [chain], features: expect.arrayContaining(['solana:signMessage']) },
      { address: second.address },
    ])
    await disconnect()
    expect(standard.accounts).toEqual([])
    expect((await connect({ silent: true })).accounts).toEqual(values)
    forget()
    expect(changes).toEqual([['beacon-1', 'beacon-2'], [], ['beacon-1', 'beacon-2'], []])
    expect(await connect({ silent: true })).toEqual({ accounts: [] })
  })

  it('wallet locked › no accounts silently, all once unlocked', async () => {
    const { connect, standard } = await connected({ locked: true })
    expect(standard.accounts).toEqual([])
    expect(await connect({ silent: true })).toEqual({ accounts: [] })
    expect((await connect()).accounts).toHaveLength(2)
  })

  it('account selected or renamed › change event, until the listener is removed', async () => {
    const { useAccount, rename, changes, unsubscribe, listenerCount } = await connected()
    useAccount(1)
    rename(0, 'Savings')
    expect(changes.slice(1)).toEqual([
      ['beacon-2', 'beacon-1'],
      ['beacon-2', 'Savings'],
    ])
    unsubscribe()
    expect(listenerCount()).toBe(0)
    useAccount(0)
    expect(changes).toHaveLength(3)
  })

  it('registerStandardWallet › registers with present and with later dApps', () => {
    const page = new EventTarget()
    const { standard } = wallet()
    const registerEarly = vi.fn()
    const registerLate = vi.fn()
    page.addEventListener('wallet-standard:register-wallet', (event) =>
      Reflect.get(event, 'detail')({ register: registerEarly }),
    )
    registerStandardWallet(page, standard)
    page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register: registerLate } }))
    expect([registerEarly, registerLate].map((register) => register.mock.calls)).toEqual([
      [[standard]],
      [[standard]],
    ])
  })

  it('solanaSigning › limits the features', () => {
    const { standard } = wallet({}, { solanaSigning: ['signTransaction'] })
    expect(Object.keys(standard.features)).toEqual([
      'standard:connect',
      'standard:disconnect',
      'standard:events',
      'solana:signTransaction',
    ])
  })
})

describe('signing', () => {
  const sentSchema = z.tuple([z.object({ signature: z.instanceof(Uint8Array) })])
  const signedSchema = z.tuple([z.object({ signedTransaction: z.instanceof(Uint8Array) })])

  it('signAndSendTransaction › the transfer lands under the returned signature', async () => {
    const { signAndSend } = await connected()
    const transaction = await transfer(first.address, 1_500_000n)
    const [{ signature }] = z.parse(sentSchema, await signAndSend({ account, chain, transaction }))
    const id = getBase58Decoder().decode(signature)
    const statusesSchema = z.object({ value: z.tuple([z.nullable(z.object({ err: z.null() }))]) })
    await vi.waitUntil(
      async () =>
        z.parse(statusesSchema, await rpc(node.rpcUrl, 'getSignatureStatuses', [[id]])).value[0] !== null,
      { timeout: 5_000, interval: 20 },
    )
    const balance = z.object({ value: z.number() })
    expect(z.parse(balance, await rpc(node.rpcUrl, 'getBalance', [recipient])).value).toBe(1_500_000)
  })

  it('two required signers › fills its signature, leaves the other empty', async () => {
    const { signTransaction } = await connected()
    const transaction = await transfer(first.address, 1n, payer.address)
    const [{ signedTransaction }] = z.parse(
      signedSchema,
      await signTransaction({ account, chain, transaction }),
    )
    const { signatures, messageBytes } = getTransactionDecoder().decode(signedTransaction)
    expect(signatures[payer.address]).toBeNull()
    expect([...(signatures[first.address] ?? [])]).toEqual([...first.sign(Uint8Array.from(messageBytes))])
  })

  it('signMessage › returns message and signature', async () => {
    const { signMessage } = await connected()
    const message = new TextEncoder().encode('Sign in')
    expect(await signMessage({ account, message })).toEqual([
      { signedMessage: message, signature: Uint8Array.from(first.sign(message)) },
    ])
  })

  it('describeTransaction › transfer › recipient and amount', async () => {
    expect(describeTransaction(await transfer(first.address, 1_500_000n))).toEqual([
      ['To', recipient],
      ['Amount', '0.0015 SOL'],
    ])
  })

  it('the node rejects the transaction › −32603 with the error of the node as data', async () => {
    const { signAndSend } = await connected()
    const transaction = await transfer(first.address, 10n ** 18n)
    await expect(signAndSend({ account, chain, transaction })).rejects.toMatchObject({
      code: -32603,
      data: { code: -32002, data: { err: { InstructionError: [0, { Custom: 1 }] } } },
    })
  })

  it.each([
    ['another network', { chain: 'solana:mainnet' }, -32602],
    ['an account it does not share', { account: { address: payer.address } }, 4100],
    ['bytes that are no transaction', { transaction: Uint8Array.from([1, 2, 3]) }, -32602],
    ['no bytes', { transaction: 'AQID' }, -32602],
  ])('signTransaction › %s › rejected', async (_name, invalidInput, code) => {
    const { signTransaction } = await connected()
    const transaction = await transfer(first.address, 1n)
    await expect(signTransaction({ account, chain, transaction, ...invalidInput })).rejects.toMatchObject({
      code,
    })
  })

  it('account is no signer, or host not connected › rejected', async () => {
    const { signTransaction } = await connected()
    const transaction = await transfer(payer.address, 1n)
    await expect(signTransaction({ account, chain, transaction })).rejects.toMatchObject({ code: -32602 })
    await expect(wallet().signTransaction({ account, chain, transaction })).rejects.toMatchObject({
      code: 4100,
    })
  })
})

describe('script', () => {
  it.each([
    [{ mode: 'reject' }, 4001],
    [{ pending32002: true }, -32002],
    [{ failWith: { code: 5000, message: 'User rejected' } }, 5000],
  ] as const)('%j › rejects with %i', async (script, code) => {
    const { signMessage, standard } = await connected(script)
    await expect(signMessage({ account, message: new Uint8Array() })).rejects.toMatchObject({ code })
    expect(standard.accounts).toHaveLength(2)
    const rejected = wallet(script).connect()
    await expect(rejected).rejects.toBeInstanceOf(RpcError)
  })

  it('disconnected during a request › rejected with 4900, can reconnect', async () => {
    const { signMessage, connect, changes, behaviour } = await connected({ disconnectMidRequest: true })
    await expect(signMessage({ account, message: new Uint8Array() })).rejects.toMatchObject({ code: 4900 })
    expect(changes.at(-1)).toEqual([])
    behaviour.change({ disconnectMidRequest: false })
    expect((await connect({ silent: true })).accounts).toHaveLength(2)
  })
})
