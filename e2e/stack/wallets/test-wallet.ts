import { type Address, isHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from '#shared/zod.ts'
import { RpcError } from '../rpc-error.ts'
import { createEmitter } from './emitter.ts'
import type { NodeRpc } from './node-rpc.ts'
import type { PageConfig } from './page-config.ts'
import type { WalletPlan } from './presets.ts'
import {
  createScriptedBehaviour,
  disconnectedError,
  type ScriptedBehaviour,
  type ScriptListener,
} from './scripted-behaviour.ts'
import type { Script, ScriptPatch } from './setup.ts'
import { sameAddress } from './signing.ts'
import { createSiteStorage } from './site-storage.ts'
import type { WalletCore } from './wallet-core.ts'
import { handleWalletMethod, isSilent } from './wallet-methods.ts'

const requestSchema = z.object({ method: z.string(), params: z.optional(z.unknown()) })

/** Creates a wallet in the page that signs with real keys. Its script decides how it responds. */
export function createTestWallet(
  plan: WalletPlan,
  world: PageConfig,
  rpc: NodeRpc,
  initialScript: Script,
  initialChain?: number,
  behaviour: ScriptedBehaviour = createScriptedBehaviour(plan, initialScript),
) {
  const { script, approver } = behaviour
  const keys = plan.accounts.eip155.map((account) => privateKeyToAccount(privateKeyOf(account, world)))
  const storage = createSiteStorage(plan.id)
  const events = createEmitter()
  let selected = 0
  let chainId = script().wrongChain ?? initialChain ?? storage.get().chainId ?? 1

  const addresses = () => [...keys.slice(selected), ...keys.slice(0, selected)].map((key) => key.address)
  const permitted = () => addresses().filter((address) => storage.get().accounts?.includes(address))
  const core: WalletCore = {
    plan,
    world,
    rpc,
    approver,
    script,
    chainId: () => chainId,
    supportsChain: (id) =>
      storage.get().addedChains.includes(id) || (plan.knownChains.includes(id) && !script().unknownChain4902),
    addChain: (id) => storage.set({ addedChains: [...storage.get().addedChains, id] }),
    setChain(id) {
      if (id === chainId) return
      chainId = id
      storage.set({ chainId })
      events.emit('chainChanged', `0x${id.toString(16)}`)
    },
    allAddresses: addresses,
    visible: () => (script().locked ? [] : permitted()),
    grantAccess() {
      const before = core.visible().join()
      behaviour.change({ locked: false }, onScriptChange)
      storage.set({ accounts: addresses() })
      if (before === '') events.emit('connect', { chainId: `0x${chainId.toString(16)}` })
      if (core.visible().join() !== before) events.emit('accountsChanged', core.visible())
      return core.visible()
    },
    revokeAccess() {
      storage.set({ accounts: [] })
      events.emit('accountsChanged', [])
    },
    accountFor(address) {
      const key = keys.find((entry) => typeof address === 'string' && sameAddress(address, entry.address))
      if (key === undefined || !core.visible().includes(key.address)) {
        throw new RpcError(4100, 'The requested account has not been authorized by the user.')
      }
      return key
    },
  }

  const onScriptChange: ScriptListener = (patch) => {
    const before = core.visible().join()
    return () => {
      if (patch?.wrongChain !== undefined) core.setChain(patch.wrongChain)
      if (core.visible().join() !== before) events.emit('accountsChanged', core.visible())
    }
  }
  behaviour.onChange(onScriptChange)
  const dropConnection = () => events.emit('disconnect', { ...disconnectedError })

  async function request(input: unknown): Promise<unknown> {
    const parsed = requestSchema.safeParse(input)
    if (!parsed.success) throw new RpcError(-32600, 'Expected an object with a method')
    const { method, params } = parsed.data
    await behaviour.receive({ method, params, isSilent: isSilent(method), onDisconnect: dropConnection })
    return handleWalletMethod(core, method, Array.isArray(params) ? params : [])
  }

  const provider = { request, on: events.on, removeListener: events.removeListener }
  return {
    plan,
    provider,
    requests: behaviour.requests,
    addresses: (): readonly Address[] => addresses(),
    chainId: () => chainId,
    promptCount: approver.promptCount,
    /** Approves or rejects the open prompt, as the user would; false when none is open. */
    answer: approver.decideOpenPrompt,
    /** Merges a patch into the script; null restores the default script. */
    script: (patch: ScriptPatch | null): void => behaviour.change(patch),
    /** The user selects another account in the wallet. */
    useAccount(index: number): void {
      selected = index % keys.length
      if (core.visible().length > 0) events.emit('accountsChanged', core.visible())
    },
    /** The user selects another chain in the wallet. */
    useChain: (id: number) => core.setChain(id),
    /** The user disconnects the host in the wallet. */
    forget: () => core.revokeAccess(),
    /** The wallet loses the connection to its nodes. */
    dropConnection,
  }
}

function privateKeyOf(account: string, world: PageConfig) {
  const entry = world.accounts.find(({ label }) => label === account)
  const key = entry?.privateKey ?? account
  if (!isHex(key)) throw new Error(`There is no account ${account} in the local world`)
  return key
}
