import { type Address, isHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { RpcError } from '../rpc-error.ts'
import { createEmitter } from './emitter.ts'
import type { NodeRpc } from './node-rpc.ts'
import type { PageConfig } from './page-config.ts'
import type { WalletPlan } from './presets.ts'
import {
  createScriptedBehaviour,
  lostConnection,
  type ScriptedBehaviour,
  type Watch,
} from './scripted-behaviour.ts'
import type { Script, ScriptPatch } from './setup.ts'
import { sameAddress } from './signing.ts'
import { createSiteStorage } from './site-storage.ts'
import type { WalletCore } from './wallet-core.ts'
import { answerWalletMethod, isSilent } from './wallet-methods.ts'

const requestSchema = z.object({ method: z.string(), params: z.optional(z.unknown()) })

/** Creates a wallet in the page that signs with real keys. Its script decides how it responds. */
export function createTestWallet(
  plan: WalletPlan,
  world: PageConfig,
  rpc: NodeRpc,
  start: Script,
  startChain?: number,
  temper: ScriptedBehaviour = createScriptedBehaviour(plan, start),
) {
  const { script, gate } = temper
  const keys = plan.accounts.eip155.map((account) => privateKeyToAccount(privateKeyOf(account, world)))
  const memory = createSiteStorage(plan.id)
  const events = createEmitter()
  let selected = 0
  let chainId = script().wrongChain ?? startChain ?? memory.get().chainId ?? 1

  const addresses = () => [...keys.slice(selected), ...keys.slice(0, selected)].map((key) => key.address)
  const permitted = () => addresses().filter((address) => memory.get().accounts?.includes(address))
  const core: WalletCore = {
    plan,
    world,
    rpc,
    gate,
    script,
    chainId: () => chainId,
    knowsChain: (id) =>
      memory.get().addedChains.includes(id) || (plan.knownChains.includes(id) && !script().unknownChain4902),
    addChain: (id) => memory.set({ addedChains: [...memory.get().addedChains, id] }),
    moveTo(id) {
      if (id === chainId) return
      chainId = id
      memory.set({ chainId })
      events.emit('chainChanged', `0x${id.toString(16)}`)
    },
    owned: addresses,
    visible: () => (script().locked ? [] : permitted()),
    permit() {
      const before = core.visible().join()
      temper.change({ locked: false }, watch)
      memory.set({ accounts: addresses() })
      if (before === '') events.emit('connect', { chainId: `0x${chainId.toString(16)}` })
      if (core.visible().join() !== before) events.emit('accountsChanged', core.visible())
      return core.visible()
    },
    forget() {
      memory.set({ accounts: [] })
      events.emit('accountsChanged', [])
    },
    accountFor(address) {
      const key = keys.find((known) => typeof address === 'string' && sameAddress(address, known.address))
      if (key === undefined || !core.visible().includes(key.address)) {
        throw new RpcError(4100, 'The requested account has not been authorized by the user.')
      }
      return key
    },
  }

  const watch: Watch = (patch) => {
    const before = core.visible().join()
    return () => {
      if (patch?.wrongChain !== undefined) core.moveTo(patch.wrongChain)
      if (core.visible().join() !== before) events.emit('accountsChanged', core.visible())
    }
  }
  temper.onChange(watch)
  const dropConnection = () => events.emit('disconnect', { ...lostConnection })

  async function request(input: unknown): Promise<unknown> {
    const parsed = requestSchema.safeParse(input)
    if (!parsed.success) throw new RpcError(-32600, 'Expected an object with a method')
    const { method, params } = parsed.data
    await temper.meet({ method, params, isSilent: isSilent(method), lose: dropConnection })
    return answerWalletMethod(core, method, Array.isArray(params) ? params : [])
  }

  const provider = { request, on: events.on, removeListener: events.removeListener }
  return {
    plan,
    provider,
    requests: temper.requests,
    addresses: (): readonly Address[] => addresses(),
    chainId: () => chainId,
    promptCount: gate.promptCount,
    /** Approves or rejects the open prompt, as the user would; false when none is open. */
    answer: gate.answerOpen,
    /** Merges a patch into the script; null restores the default script. */
    script: (patch: ScriptPatch | null): void => temper.change(patch),
    /** The user selects another account in the wallet. */
    useAccount(at: number): void {
      selected = at % keys.length
      if (core.visible().length > 0) events.emit('accountsChanged', core.visible())
    },
    /** The user selects another chain in the wallet. */
    useChain: (id: number) => core.moveTo(id),
    /** The user disconnects the host in the wallet. */
    forget: () => core.forget(),
    /** The wallet loses the connection to its nodes. */
    dropConnection,
  }
}

function privateKeyOf(account: string, world: PageConfig) {
  const known = world.accounts.find(({ label }) => label === account)
  const key = known?.privateKey ?? account
  if (!isHex(key)) throw new Error(`There is no account ${account} in the local world`)
  return key
}
