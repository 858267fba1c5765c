import { decodeBase58 } from '#shared/caip/base58.ts'
import * as z from '#shared/zod.ts'
import { RpcError } from '../../rpc-error.ts'
import { createEmitter } from '../emitter.ts'
import type { UrlRpc } from '../node-rpc.ts'
import type { SolanaWorld } from '../page-config.ts'
import type { WalletPlan } from '../presets.ts'
import type { ScriptedBehaviour } from '../scripted-behaviour.ts'
import { createSiteStorage } from '../site-storage.ts'
import { describeTransaction } from './describe-transaction.ts'
import { ed25519Key } from './ed25519-key.ts'
import { sendOptions, sendTransaction } from './send-transaction.ts'
import { signInInput, signInText } from './sign-in-text.ts'
import { standardWallet } from './standard-wallet.ts'
import { redirectTransfers, signInPlace } from './wire-transaction.ts'

const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'not bytes')
const accountSchema = z.object({ account: z.object({ address: z.string() }) })
const signMessageInputsSchema = z
  .array(z.extend(accountSchema, { message: bytesSchema }))
  .check(z.minLength(1))
const transactionInputsSchema = z
  .array(
    z.extend(accountSchema, {
      transaction: bytesSchema,
      chain: z.optional(z.string()),
      options: z.optional(sendOptions),
    }),
  )
  .check(z.minLength(1))
const connectInputSchema = z.object({ silent: z.optional(z.boolean()) })

function parseInput<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new RpcError(-32602, `Invalid input: ${parsed.error.issues[0]?.path.join('.')}`)
}

/** Creates a Solana wallet in the page that signs with real keys; `standard` is its Wallet Standard object. */
export function createSolanaWallet(
  plan: WalletPlan,
  world: SolanaWorld,
  rpc: UrlRpc,
  behaviour: ScriptedBehaviour,
) {
  const { approver, script } = behaviour
  const { walletChain = 'solana:localnet' } = world
  const storage = createSiteStorage(`${plan.id}:solana`)
  const events = createEmitter()
  const features = Object.freeze(plan.solanaSigning.map((name) => `solana:${name}` as const))
  const chains = Object.freeze([walletChain])
  let walletAccounts = plan.accounts.solana.map((label) => {
    const entry = world.accounts.find((account) => account.label === label)
    const publicKey = entry === undefined ? undefined : decodeBase58(entry.address)
    if (entry === undefined || publicKey === undefined) {
      throw new Error(`There is no Solana account ${label} in the local world`)
    }
    const { address, privateKey } = entry
    const standardAccount = Object.freeze({ address, publicKey, chains, features, label })
    return { address, publicKey, key: ed25519Key(privateKey), standardAccount }
  })
  let selected = 0
  let isConnected = false
  let lastReported: readonly object[] = []

  /** All accounts, the selected one first. */
  const accounts = () => [...walletAccounts.slice(selected), ...walletAccounts.slice(0, selected)]
  const visible = () =>
    script().locked ? [] : accounts().filter(({ address }) => storage.get().accounts?.includes(address))
  const addresses = () => accounts().map(({ address }) => address)
  const sharedAccounts = () => (isConnected ? visible().map(({ standardAccount }) => standardAccount) : [])

  /** Emits `change` when the accounts that the host sees have changed. */
  function emitChange(): void {
    const current = sharedAccounts()
    if (
      current.length === lastReported.length &&
      current.every((account, index) => account === lastReported[index])
    )
      return
    lastReported = current
    events.emit('change', { accounts: current })
  }
  behaviour.onChange(() => emitChange)

  function setDisconnected(): void {
    isConnected = false
    emitChange()
  }

  async function receive(method: string, params: unknown, isSilent = false): Promise<void> {
    await behaviour.receive({ method, params, isSilent, onDisconnect: setDisconnected })
  }

  async function connect(args?: unknown): Promise<{ accounts: readonly object[] }> {
    const { silent = false } = parseInput(connectInputSchema, args ?? {})
    await receive('standard:connect', args, silent)
    if (visible().length === 0 && !silent) {
      if (approver.isPending())
        throw new RpcError(-32002, "Request of type 'standard:connect' already pending.")
      await approver.requireApproval(script().locked ? 'Unlock and connect' : 'Connect this site', [
        ['It will see', addresses().join('\n')],
      ])
      storage.set({ accounts: addresses() })
      isConnected = true
      behaviour.change({ locked: false })
    }
    isConnected = true
    emitChange()
    return { accounts: sharedAccounts() }
  }

  /** Keeps the permission, as other Wallet Standard wallets do: the next connection opens no prompt. */
  async function disconnect(): Promise<void> {
    await receive('standard:disconnect', undefined, true)
    setDisconnected()
  }

  function accountOf(address: string) {
    const account = isConnected ? visible().find((entry) => entry.address === address) : undefined
    if (account !== undefined) return account
    throw new RpcError(4100, 'The requested account has not been authorized by the user.')
  }

  async function signMessage(...args: readonly unknown[]) {
    await receive('solana:signMessage', args)
    const requests = parseInput(signMessageInputsSchema, args).map(({ account, message }) => ({
      account: accountOf(account.address),
      message,
    }))
    await approver.requireApproval(
      'Sign message',
      requests.map(({ message }) => ['Message', new TextDecoder().decode(message)]),
    )
    return Promise.all(
      requests.map(async ({ account, message }) => ({
        signedMessage: message,
        signature: await account.key.sign(message),
      })),
    )
  }

  async function signIn(...args: readonly unknown[]) {
    await receive('solana:signIn', args)
    const requests = parseInput(z.array(signInInput), args.length > 0 ? args : [{}])
    return Promise.all(
      requests.map(async (one) => {
        const account = accountOf(one.address ?? visible()[0]?.address ?? '')
        const text = signInText(one, location.host, account.address)
        await approver.requireApproval('Sign in', [['Message', text]])
        const signedMessage = new TextEncoder().encode(text)
        return {
          account: account.standardAccount,
          signedMessage,
          signature: await account.key.sign(signedMessage),
        }
      }),
    )
  }

  async function signTransactions(title: string, args: readonly unknown[]) {
    const requests = parseInput(transactionInputsSchema, args).map(
      ({ account, chain = walletChain, ...rest }) => {
        if (chain !== walletChain) throw new RpcError(-32602, `The wallet does not know the network ${chain}`)
        return { ...rest, account: accountOf(account.address) }
      },
    )
    await approver.requireApproval(
      title,
      requests.flatMap(({ account, transaction }) => [
        ['From', account.address] as const,
        ...describeTransaction(transaction),
      ]),
    )
    const { tamperTo } = script()
    const recipient = tamperTo === undefined ? undefined : decodeBase58(tamperTo)
    return Promise.all(
      requests.map(async ({ account, transaction, options }) => ({
        bytes: await signInPlace(
          recipient === undefined ? transaction : redirectTransfers(transaction, recipient),
          account.publicKey,
          account.key.sign,
        ),
        options,
      })),
    )
  }

  async function signTransaction(...args: readonly unknown[]) {
    await receive('solana:signTransaction', args)
    const signedTransactions = await signTransactions('Sign transaction', args)
    return signedTransactions.map((one) => ({ signedTransaction: one.bytes }))
  }

  async function signAndSendTransaction(...args: readonly unknown[]) {
    await receive('solana:signAndSendTransaction', args)
    const outputs: { signature: Uint8Array }[] = []
    // In order, one after the other: a transaction may depend on an earlier one.
    for (const one of await signTransactions('Send transaction', args)) {
      outputs.push({ signature: await sendTransaction(rpc, world.rpcUrl, one) })
    }
    return outputs
  }

  const methods = { connect, disconnect, signIn, signMessage, signTransaction, signAndSendTransaction }
  return {
    standard: standardWallet(
      plan,
      chains,
      methods,
      { on: events.on, off: events.removeListener },
      sharedAccounts,
    ),
    addresses,
    /** How many listeners the page has. */
    listenerCount: () => events.count('change'),
    /** The user selects another account in the wallet. */
    useAccount(index: number): void {
      selected = index % walletAccounts.length
      emitChange()
    },
    /** The user renames an account; `index` is its position in the setup. */
    rename(index: number, label: string): void {
      walletAccounts = walletAccounts.map((account, position) =>
        position === index
          ? { ...account, standardAccount: Object.freeze({ ...account.standardAccount, label }) }
          : account,
      )
      emitChange()
    },
    /** The user disconnects the host in the wallet. */
    forget(): void {
      storage.set({ accounts: [] })
      setDisconnected()
    },
    /** The wallet loses its connection to the page. */
    dropConnection: setDisconnected,
  }
}
