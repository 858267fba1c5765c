import * as z from 'zod/mini'
import { RpcError } from '../../rpc-error.ts'
import { fromBase58 } from '../base58.ts'
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
import { redirected, signInPlace } from './wire-transaction.ts'

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'not bytes')
const ofAccount = z.object({ account: z.object({ address: z.string() }) })
const messages = z.array(z.extend(ofAccount, { message: bytes })).check(z.minLength(1))
const transactions = z
  .array(
    z.extend(ofAccount, {
      transaction: bytes,
      chain: z.optional(z.string()),
      options: z.optional(sendOptions),
    }),
  )
  .check(z.minLength(1))
const connecting = z.object({ silent: z.optional(z.boolean()) })

function input<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new RpcError(-32602, `Invalid input: ${parsed.error.issues[0]?.path.join('.')}`)
}

/** Creates a Solana wallet in the page that signs with real keys; `standard` is its Wallet Standard object. */
export function createSolanaWallet(
  plan: WalletPlan,
  world: SolanaWorld,
  rpc: UrlRpc,
  temper: ScriptedBehaviour,
) {
  const { gate, script } = temper
  const { walletChain = 'solana:localnet' } = world
  const memory = createSiteStorage(`${plan.id}:solana`)
  const events = createEmitter()
  const features = Object.freeze(plan.solanaSigning.map((name) => `solana:${name}` as const))
  const chains = Object.freeze([walletChain])
  let owned = plan.accounts.solana.map((label) => {
    const known = world.accounts.find((account) => account.label === label)
    const publicKey = known === undefined ? undefined : fromBase58(known.address)
    if (known === undefined || publicKey === undefined) {
      throw new Error(`There is no Solana account ${label} in the local world`)
    }
    const { address, privateKey } = known
    const shown = Object.freeze({ address, publicKey, chains, features, label })
    return { address, publicKey, key: ed25519Key(privateKey), shown }
  })
  let selected = 0
  let isConnected = false
  let told: readonly object[] = []

  /** All accounts, the selected one first. */
  const accounts = () => [...owned.slice(selected), ...owned.slice(0, selected)]
  const visible = () =>
    script().locked ? [] : accounts().filter(({ address }) => memory.get().accounts?.includes(address))
  const addresses = () => accounts().map(({ address }) => address)
  const shared = () => (isConnected ? visible().map(({ shown }) => shown) : [])

  /** Emits `change` when the accounts that the host sees have changed. */
  function update(): void {
    const now = shared()
    if (now.length === told.length && now.every((account, at) => account === told[at])) return
    told = now
    events.emit('change', { accounts: now })
  }
  temper.onChange(() => update)

  function loseConnection(): void {
    isConnected = false
    update()
  }

  async function meet(method: string, params: unknown, isSilent = false): Promise<void> {
    await temper.meet({ method, params, isSilent, lose: loseConnection })
  }

  async function connect(given?: unknown): Promise<{ accounts: readonly object[] }> {
    const { silent = false } = input(connecting, given ?? {})
    await meet('standard:connect', given, silent)
    if (visible().length === 0 && !silent) {
      if (gate.isAsking()) throw new RpcError(-32002, "Request of type 'standard:connect' already pending.")
      await gate.requireConsent(script().locked ? 'Unlock and connect' : 'Connect this site', [
        ['It will see', addresses().join('\n')],
      ])
      memory.set({ accounts: addresses() })
      isConnected = true
      temper.change({ locked: false })
    }
    isConnected = true
    update()
    return { accounts: shared() }
  }

  /** Keeps the permission, as other Wallet Standard wallets do: the next connection opens no prompt. */
  async function disconnect(): Promise<void> {
    await meet('standard:disconnect', undefined, true)
    loseConnection()
  }

  function accountOf(address: string) {
    const account = isConnected ? visible().find((known) => known.address === address) : undefined
    if (account !== undefined) return account
    throw new RpcError(4100, 'The requested account has not been authorized by the user.')
  }

  async function signMessage(...given: readonly unknown[]) {
    await meet('solana:signMessage', given)
    const asked = input(messages, given).map(({ account, message }) => ({
      account: accountOf(account.address),
      message,
    }))
    await gate.requireConsent(
      'Sign message',
      asked.map(({ message }) => ['Message', new TextDecoder().decode(message)]),
    )
    return Promise.all(
      asked.map(async ({ account, message }) => ({
        signedMessage: message,
        signature: await account.key.sign(message),
      })),
    )
  }

  async function signIn(...given: readonly unknown[]) {
    await meet('solana:signIn', given)
    const asked = input(z.array(signInInput), given.length > 0 ? given : [{}])
    return Promise.all(
      asked.map(async (one) => {
        const account = accountOf(one.address ?? visible()[0]?.address ?? '')
        const text = signInText(one, location.host, account.address)
        await gate.requireConsent('Sign in', [['Message', text]])
        const signedMessage = new TextEncoder().encode(text)
        return { account: account.shown, signedMessage, signature: await account.key.sign(signedMessage) }
      }),
    )
  }

  async function signed(title: string, given: readonly unknown[]) {
    const asked = input(transactions, given).map(({ account, chain = walletChain, ...rest }) => {
      if (chain !== walletChain) throw new RpcError(-32602, `The wallet does not know the network ${chain}`)
      return { ...rest, account: accountOf(account.address) }
    })
    await gate.requireConsent(
      title,
      asked.flatMap(({ account, transaction }) => [
        ['From', account.address] as const,
        ...describeTransaction(transaction),
      ]),
    )
    const { tamperTo } = script()
    const thief = tamperTo === undefined ? undefined : fromBase58(tamperTo)
    return Promise.all(
      asked.map(async ({ account, transaction, options }) => ({
        bytes: await signInPlace(
          thief === undefined ? transaction : redirected(transaction, thief),
          account.publicKey,
          account.key.sign,
        ),
        options,
      })),
    )
  }

  async function signTransaction(...given: readonly unknown[]) {
    await meet('solana:signTransaction', given)
    const ready = await signed('Sign transaction', given)
    return ready.map((one) => ({ signedTransaction: one.bytes }))
  }

  async function signAndSendTransaction(...given: readonly unknown[]) {
    await meet('solana:signAndSendTransaction', given)
    const answers: { signature: Uint8Array }[] = []
    // In order, one after the other: a transaction may depend on an earlier one.
    for (const one of await signed('Send transaction', given)) {
      answers.push({ signature: await sendTransaction(rpc, world.rpcUrl, one) })
    }
    return answers
  }

  const does = { connect, disconnect, signIn, signMessage, signTransaction, signAndSendTransaction }
  return {
    standard: standardWallet(plan, chains, does, { on: events.on, off: events.removeListener }, shared),
    addresses,
    /** How many listeners the page has. */
    listenerCount: () => events.count('change'),
    /** The user selects another account in the wallet. */
    useAccount(at: number): void {
      selected = at % owned.length
      update()
    },
    /** The user renames an account; `index` is its position in the setup. */
    rename(at: number, label: string): void {
      owned = owned.map((account, place) =>
        place === at ? { ...account, shown: Object.freeze({ ...account.shown, label }) } : account,
      )
      update()
    },
    /** The user disconnects the host in the wallet. */
    forget(): void {
      memory.set({ accounts: [] })
      loseConnection()
    },
    /** The wallet loses its connection to the page. */
    dropConnection: loseConnection,
  }
}
