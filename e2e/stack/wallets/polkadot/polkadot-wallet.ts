import * as z from '#shared/zod.ts'
import { RpcError } from '../../rpc-error.ts'
import type { PolkadotWorld } from '../page-config.ts'
import type { WalletPlan } from '../presets.ts'
import type { ScriptedBehaviour } from '../scripted-behaviour.ts'
import type { Script } from '../setup.ts'
import { createSiteStorage } from '../site-storage.ts'
import type { PolkadotKeys } from './keys.ts'
import { sameAccount } from './same-account.ts'

const payloadSchema = z.looseObject({
  address: z.string(),
  genesisHash: z.string(),
  method: z.string(),
  version: z.int(),
  signedExtensions: z.array(z.string()),
})
const metadataSchema = z.looseObject({ chain: z.string(), genesisHash: z.string(), specVersion: z.int() })
const rawSchema = z.object({ address: z.string(), data: z.string() })

/** Genesis hash of the Polkadot relay chain, which is not in the local world. */
const otherGenesisHash = '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3'

/** An account as `accounts.get` returns it. */
type InjectedAccount = {
  readonly address: string
  readonly name: string
  readonly type: PolkadotWorld['accounts'][number]['type']
  readonly genesisHash?: string
}

type Fact = readonly [label: string, value: string]

/** Error messages of the polkadot-js extension, which has no error codes. */
const messages = {
  rejectedConnection: 'Connection request was cancelled by the user.',
  rejectedSignature: 'Cancelled',
  rejectedMetadata: 'Rejected',
  unknownAccount: 'Unable to find the keypair',
  unknownOrigin: (originName: string) =>
    `The source ${originName} is not allowed to interact with this extension`,
  pending: (originName: string) => `The source ${originName} has a pending authorization request`,
}

/** Creates a Polkadot wallet in the page that signs with real keys; `entry` is its value in `injectedWeb3`. */
export function createPolkadotWallet(
  plan: WalletPlan,
  { accounts: worldAccounts, genesisHash }: PolkadotWorld,
  behaviour: ScriptedBehaviour,
  loadKeys: () => Promise<PolkadotKeys>,
) {
  const { approver, script } = behaviour
  const storage = createSiteStorage(`${plan.id}:polkadot`)
  const listeners = new Set<(accounts: readonly InjectedAccount[]) => void>()
  let walletAccounts = plan.accounts.polkadot.map((label) => {
    const account = worldAccounts.find((one) => one.label === label)
    if (account === undefined) throw new Error(`There is no Polkadot account ${label} in the local world`)
    return { ...account, name: label }
  })
  /** Runtimes whose metadata the wallet has, by genesis hash. */
  const runtimes = new Map<string, { readonly genesisHash: string; readonly specVersion: number }>()
  let selected = 0
  let originName = ''
  let isEnabled = false
  let lastId = 0

  const genesisHashOf = (
    lock: Script['genesisLocks'][number] | undefined,
  ): Pick<InjectedAccount, 'genesisHash'> => {
    switch (lock) {
      case 'empty':
        return { genesisHash: '' }
      case 'local':
        return { genesisHash }
      case 'elsewhere':
        return { genesisHash: otherGenesisHash }
      default:
        return {}
    }
  }
  const permitted = () =>
    [...walletAccounts.slice(selected), ...walletAccounts.slice(0, selected)].filter(({ address }) =>
      storage.get().accounts?.includes(address),
    )
  const visible = () => (script().locked || !isEnabled || script().sharesNoAccounts ? [] : permitted())
  const list = (): InjectedAccount[] =>
    visible().map((account) => {
      const { address, name, type } = account
      return { address, name, type, ...genesisHashOf(script().genesisLocks[walletAccounts.indexOf(account)]) }
    })
  let lastReported = JSON.stringify(list())

  /** Calls the listeners when the accounts that the host sees have changed. */
  function notifyListeners(): void {
    const current = JSON.stringify(list())
    if (current === lastReported) return
    lastReported = current
    for (const listener of [...listeners]) listener(list())
  }
  behaviour.onChange(() => notifyListeners)

  function setDisconnected(): void {
    isEnabled = false
    notifyListeners()
  }

  const receive = (method: string, params: unknown, isSilent = false): Promise<void> =>
    behaviour.receive({
      method,
      params,
      isSilent,
      onDisconnect: setDisconnected,
      pendingError: new Error(messages.pending(originName)),
    })

  async function requireApproval(title: string, facts: readonly Fact[], rejection: string): Promise<void> {
    try {
      await approver.requireApproval(title, facts)
    } catch (error) {
      throw error instanceof RpcError ? new Error(rejection) : error
    }
  }

  async function enable(origin?: unknown) {
    originName = typeof origin === 'string' ? origin : ''
    await receive('injectedWeb3:enable', [origin])
    if (script().locked || permitted().length === 0) {
      if (approver.isPending()) throw new Error(messages.pending(originName))
      const addresses = walletAccounts.map(({ address }) => address)
      const facts: Fact[] = [
        ['Site', originName],
        ['It will see', addresses.join('\n')],
      ]
      const title = script().locked ? 'Unlock and connect' : 'Connect this site'
      await requireApproval(title, facts, messages.rejectedConnection)
      storage.set({ accounts: addresses })
      isEnabled = true
      behaviour.change({ locked: false })
    }
    isEnabled = true
    notifyListeners()
    return injected
  }

  function accountOf(address: string) {
    if (!isEnabled || permitted().length === 0) throw new Error(messages.unknownOrigin(originName))
    const account = visible().find((one) => sameAccount(one.address, address))
    if (account === undefined) throw new Error(messages.unknownAccount)
    return account
  }

  const accounts = Object.freeze({
    async get(anyType?: unknown): Promise<InjectedAccount[]> {
      await receive('injectedWeb3:accounts.get', [anyType], true)
      return list()
    },
    /** Calls the listener at once and at every change, until the returned function is called. */
    subscribe(listener: (accounts: readonly InjectedAccount[]) => void): () => void {
      behaviour.requests.push({ method: 'injectedWeb3:accounts.subscribe', params: [], atMs: Date.now() })
      listeners.add(listener)
      listener(list())
      return () => void listeners.delete(listener)
    },
  })

  const signer = Object.freeze({
    async signPayload(input: unknown) {
      await receive('injectedWeb3:signPayload', input)
      const payload = z.parse(payloadSchema, input)
      const account = accountOf(payload.address)
      const facts: Fact[] = [
        ['Network', payload.genesisHash === genesisHash ? 'Local Polkadot chain' : payload.genesisHash],
        ['From', account.address],
        ['Call', payload.method.slice(0, 500)],
      ]
      await requireApproval('Sign transaction', facts, messages.rejectedSignature)
      const keys = await loadKeys()
      lastId += 1
      const { tamperTo } = script()
      // The recipient's key follows the bytes for pallet, call and address type.
      const method = payload.method.replace(/^(0x.{6}).{64}/, `$1${tamperTo?.slice(2)}`)
      const payloadToSign = tamperTo === undefined ? payload : { ...payload, method }
      return { id: lastId, signature: keys.signPayload(account, payloadToSign) }
    },
    async signRaw(input: unknown) {
      await receive('injectedWeb3:signRaw', input)
      const { address, data } = z.parse(rawSchema, input)
      const account = accountOf(address)
      await requireApproval('Sign message', [['Message', decodeText(data)]], messages.rejectedSignature)
      const keys = await loadKeys()
      lastId += 1
      return { id: lastId, signature: keys.signRaw(account, data) }
    },
  })
  const metadata = Object.freeze({
    async get() {
      await receive('injectedWeb3:metadata.get', undefined, true)
      return [...runtimes.values()]
    },
    async provide(input: unknown) {
      await receive('injectedWeb3:metadata.provide', input)
      const { chain, genesisHash: metadataGenesisHash, specVersion } = z.parse(metadataSchema, input)
      await requireApproval('Update metadata', [['Network', chain]], messages.rejectedMetadata)
      runtimes.set(metadataGenesisHash, { genesisHash: metadataGenesisHash, specVersion })
      return true
    },
  })
  const injected = Object.freeze({ accounts, signer, metadata })

  return {
    entry: Object.freeze({ name: plan.name, version: '1.0.0', enable }),
    addresses: (): readonly string[] =>
      [...walletAccounts.slice(selected), ...walletAccounts.slice(0, selected)].map(({ address }) => address),
    /** How many listeners the page has. */
    listenerCount: () => listeners.size,
    /** The user selects another account in the wallet. */
    useAccount(index: number): void {
      selected = index % walletAccounts.length
      notifyListeners()
    },
    /** The user renames an account; `index` is its position in the setup. */
    rename(index: number, name: string): void {
      walletAccounts = walletAccounts.map((account, position) =>
        position === index ? { ...account, name } : account,
      )
      notifyListeners()
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

/** Decodes hex bytes as text; returns other text unchanged. */
function decodeText(data: string): string {
  if (!/^0x([0-9a-f]{2})+$/i.test(data)) return data
  const bytes = (data.slice(2).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return new TextDecoder().decode(Uint8Array.from(bytes))
}
