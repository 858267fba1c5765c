import * as z from 'zod/mini'
import { RpcError } from '../rpc-error.ts'
import type { WalletPlan } from './presets.ts'
import { createRequestApprover } from './request-approver.ts'
import { type Script, type ScriptPatch, scriptSchema } from './setup.ts'

/** Called before the script changes; the function that it returns is called after the change. */
export type Watch = (patch: ScriptPatch | null) => () => void

/** A request that the wallet has received. */
export type ReceivedRequest = {
  readonly method: string
  readonly params: unknown
  /** Needs no approval; such a request fails only when the script lists its method. */
  readonly isSilent: boolean
  /** Called when the script disconnects the wallet during the request. */
  readonly lose: () => void
  /** The wallet's error for a request while another is pending; default −32002. */
  readonly pending?: Error
}

/** What the namespaces of one wallet share: its script, its request approver, and the requests it received. */
export type ScriptedBehaviour = ReturnType<typeof createScriptedBehaviour>

/** Creates the behaviour of a wallet that starts with a script. */
export function createScriptedBehaviour(plan: Pick<WalletPlan, 'name' | 'icon'>, start: Script) {
  const requests: { readonly method: string; readonly params: unknown; readonly atMs: number }[] = []
  const watches = new Set<Watch>()
  let script = start

  return {
    requests,
    gate: createRequestApprover(plan, () => script),
    script: () => script,
    onChange: (watch: Watch): void => void watches.add(watch),
    /** Merges a patch into the script; null restores the default script. Does not call the listener `except`. */
    change(patch: ScriptPatch | null, but?: Watch): void {
      const told = [...watches].filter((watch) => watch !== but).map((watch) => watch(patch))
      script = z.parse(scriptSchema, patch === null ? {} : { ...script, ...patch })
      for (const tell of told) tell()
    },
    /** Records a request, then fails if the script says so. @throws RpcError as scripted. */
    async meet({ method, params, isSilent, lose, pending }: ReceivedRequest): Promise<void> {
      requests.push({ method, params, atMs: Date.now() })
      const isHit = script.methods === undefined ? !isSilent : script.methods.includes(method)
      if (!isHit) return
      if (script.pending32002) {
        throw pending ?? new RpcError(-32002, `Request of type '${method}' already pending.`)
      }
      if (script.neverAnswers) await new Promise(() => undefined)
      if (script.disconnectMidRequest) {
        await new Promise((resolve) => setTimeout(resolve, script.delayMs))
        lose()
        throw new RpcError(lostConnection.code, lostConnection.message)
      }
      if (script.failWith !== undefined) {
        await new Promise((resolve) => setTimeout(resolve, script.delayMs))
        throw new RpcError(script.failWith.code, script.failWith.message, script.failWith.data)
      }
    },
  }
}

/** The error of a disconnected wallet (EIP-1193). */
export const lostConnection = { code: 4900, message: 'The wallet lost its connection.' } as const
