import * as z from 'zod/mini'
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
const elsewhere = '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3'

/** An account as `accounts.get` returns it. */
type InjectedAccount = {
  readonly address: string
  readonly name: string
  readonly type: PolkadotWorld['accounts'][number]['type']
  readonly genesisHash?: string
}

type Fact = readonly [label: string, value: string]

/** Error messages of the polkadot-js extension, which has no error codes. */
const words = {
  refusedConnection: 'Connection request was cancelled by the user.',
  refusedSignature: 'Cancelled',
  refusedMetadata: 'Rejected',
  unknownAccount: 'Unable to find the keypair',
  unknownSite: (site: string) => `The source ${site} is not allowed to interact with this extension`,
  pending: (site: string) => `The source ${site} has a pending authorization request`,
}

/** Creates a Polkadot wallet in the page that signs with real keys; `entry` is its value in `injectedWeb3`. */
export function createPolkadotWallet(
  plan: WalletPlan,
  { accounts: known, genesisHash }: PolkadotWorld,
  temper: ScriptedBehaviour,
  loadKeys: () => Promise<PolkadotKeys>,
) {
  const { gate, script } = temper
  const memory = createSiteStorage(`${plan.id}:polkadot`)
  const listeners = new Set<(accounts: readonly InjectedAccount[]) => void>()
  let owned = plan.accounts.polkadot.map((label) => {
    const account = known.find((one) => one.label === label)
    if (account === undefined) throw new Error(`There is no Polkadot account ${label} in the local world`)
    return { ...account, name: label }
  })
  /** Runtimes whose metadata the wallet has, by genesis hash. */
  const runtimes = new Map<string, { readonly genesisHash: string; readonly specVersion: number }>()
  let selected = 0
  let site = ''
  let isEnabled = false
  let lastId = 0

  const lockOf = (lock: Script['genesisLocks'][number] | undefined): Pick<InjectedAccount, 'genesisHash'> => {
    switch (lock) {
      case 'empty':
        return { genesisHash: '' }
      case 'local':
        return { genesisHash }
      case 'elsewhere':
        return { genesisHash: elsewhere }
      default:
        return {}
    }
  }
  const permitted = () =>
    [...owned.slice(selected), ...owned.slice(0, selected)].filter(({ address }) =>
      memory.get().accounts?.includes(address),
    )
  const visible = () => (script().locked || !isEnabled || script().sharesNoAccounts ? [] : permitted())
  const list = (): InjectedAccount[] =>
    visible().map((account) => {
      const { address, name, type } = account
      return { address, name, type, ...lockOf(script().genesisLocks[owned.indexOf(account)]) }
    })
  let told = JSON.stringify(list())

  /** Calls the listeners when the accounts that the host sees have changed. */
  function update(): void {
    const now = JSON.stringify(list())
    if (now === told) return
    told = now
    for (const listener of [...listeners]) listener(list())
  }
  temper.onChange(() => update)

  function loseConnection(): void {
    isEnabled = false
    update()
  }

  const meet = (method: string, params: unknown, isSilent = false): Promise<void> =>
    temper.meet({ method, params, isSilent, lose: loseConnection, pending: new Error(words.pending(site)) })

  async function requireConsent(title: string, facts: readonly Fact[], refusal: string): Promise<void> {
    try {
      await gate.requireConsent(title, facts)
    } catch (error) {
      throw error instanceof RpcError ? new Error(refusal) : error
    }
  }

  async function enable(origin?: unknown) {
    site = typeof origin === 'string' ? origin : ''
    await meet('injectedWeb3:enable', [origin])
    if (script().locked || permitted().length === 0) {
      if (gate.isAsking()) throw new Error(words.pending(site))
      const addresses = owned.map(({ address }) => address)
      const facts: Fact[] = [
        ['Site', site],
        ['It will see', addresses.join('\n')],
      ]
      const title = script().locked ? 'Unlock and connect' : 'Connect this site'
      await requireConsent(title, facts, words.refusedConnection)
      memory.set({ accounts: addresses })
      isEnabled = true
      temper.change({ locked: false })
    }
    isEnabled = true
    update()
    return injected
  }

  function accountOf(address: string) {
    if (!isEnabled || permitted().length === 0) throw new Error(words.unknownSite(site))
    const account = visible().find((one) => sameAccount(one.address, address))
    if (account === undefined) throw new Error(words.unknownAccount)
    return account
  }

  const accounts = Object.freeze({
    async get(anyType?: unknown): Promise<InjectedAccount[]> {
      await meet('injectedWeb3:accounts.get', [anyType], true)
      return list()
    },
    /** Calls the listener at once and at every change, until the returned function is called. */
    subscribe(listener: (accounts: readonly InjectedAccount[]) => void): () => void {
      temper.requests.push({ method: 'injectedWeb3:accounts.subscribe', params: [], atMs: Date.now() })
      listeners.add(listener)
      listener(list())
      return () => void listeners.delete(listener)
    },
  })

  const signer = Object.freeze({
    async signPayload(given: unknown) {
      await meet('injectedWeb3:signPayload', given)
      const payload = z.parse(payloadSchema, given)
      const account = accountOf(payload.address)
      const facts: Fact[] = [
        ['Network', payload.genesisHash === genesisHash ? 'Local Polkadot chain' : payload.genesisHash],
        ['From', account.address],
        ['Call', payload.method.slice(0, 500)],
      ]
      await requireConsent('Sign transaction', facts, words.refusedSignature)
      const keys = await loadKeys()
      lastId += 1
      const { tamperTo } = script()
      // The recipient's key follows the bytes for pallet, call and address type.
      const method = payload.method.replace(/^(0x.{6}).{64}/, `$1${tamperTo?.slice(2)}`)
      const signed = tamperTo === undefined ? payload : { ...payload, method }
      return { id: lastId, signature: keys.signPayload(account, signed) }
    },
    async signRaw(given: unknown) {
      await meet('injectedWeb3:signRaw', given)
      const { address, data } = z.parse(rawSchema, given)
      const account = accountOf(address)
      await requireConsent('Sign message', [['Message', readable(data)]], words.refusedSignature)
      const keys = await loadKeys()
      lastId += 1
      return { id: lastId, signature: keys.signRaw(account, data) }
    },
  })
  const metadata = Object.freeze({
    async get() {
      await meet('injectedWeb3:metadata.get', undefined, true)
      return [...runtimes.values()]
    },
    async provide(given: unknown) {
      await meet('injectedWeb3:metadata.provide', given)
      const { chain, genesisHash: genesis, specVersion } = z.parse(metadataSchema, given)
      await requireConsent('Update metadata', [['Network', chain]], words.refusedMetadata)
      runtimes.set(genesis, { genesisHash: genesis, specVersion })
      return true
    },
  })
  const injected = Object.freeze({ accounts, signer, metadata })

  return {
    entry: Object.freeze({ name: plan.name, version: '1.0.0', enable }),
    addresses: (): readonly string[] =>
      [...owned.slice(selected), ...owned.slice(0, selected)].map(({ address }) => address),
    /** How many listeners the page has. */
    listenerCount: () => listeners.size,
    /** The user selects another account in the wallet. */
    useAccount(at: number): void {
      selected = at % owned.length
      update()
    },
    /** The user renames an account; `index` is its position in the setup. */
    rename(at: number, name: string): void {
      owned = owned.map((account, place) => (place === at ? { ...account, name } : account))
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

/** Decodes hex bytes as text; returns other text unchanged. */
function readable(data: string): string {
  if (!/^0x([0-9a-f]{2})+$/i.test(data)) return data
  const bytes = (data.slice(2).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return new TextDecoder().decode(Uint8Array.from(bytes))
}
