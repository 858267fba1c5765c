import * as z from '#shared/zod.ts'
import { RpcError } from '../rpc-error.ts'
import type { WalletPlan } from './presets.ts'
import { createRequestApprover } from './request-approver.ts'
import { type Script, type ScriptPatch, scriptSchema } from './setup.ts'

/** Called before the script changes; the function that it returns is called after the change. */
export type ScriptListener = (patch: ScriptPatch | null) => () => void

/** A request that the wallet has received. */
export type ReceivedRequest = {
  readonly method: string
  readonly params: unknown
  /** Needs no approval; such a request fails only when the script lists its method. */
  readonly isSilent: boolean
  /** Called when the script disconnects the wallet during the request. */
  readonly onDisconnect: () => void
  /** The wallet's error for a request while another is pending; default −32002. */
  readonly pendingError?: Error
}

/** What the namespaces of one wallet share: its script, its request approver, and the requests it received. */
export type ScriptedBehaviour = ReturnType<typeof createScriptedBehaviour>

/** Creates the behaviour of a wallet that starts with a script. */
export function createScriptedBehaviour(plan: Pick<WalletPlan, 'name' | 'icon'>, initialScript: Script) {
  const requests: { readonly method: string; readonly params: unknown; readonly atMs: number }[] = []
  const listeners = new Set<ScriptListener>()
  let script = initialScript

  return {
    requests,
    approver: createRequestApprover(plan, () => script),
    script: () => script,
    onChange: (listener: ScriptListener): void => void listeners.add(listener),
    /** Merges a patch into the script; null restores the default script. Does not call the listener `except`. */
    change(patch: ScriptPatch | null, except?: ScriptListener): void {
      const callbacks = [...listeners]
        .filter((listener) => listener !== except)
        .map((listener) => listener(patch))
      script = z.parse(scriptSchema, patch === null ? {} : { ...script, ...patch })
      for (const callback of callbacks) callback()
    },
    /** Records a request, then fails if the script says so. @throws RpcError as scripted. */
    async receive({ method, params, isSilent, onDisconnect, pendingError }: ReceivedRequest): Promise<void> {
      requests.push({ method, params, atMs: Date.now() })
      const isAffected = script.methods === undefined ? !isSilent : script.methods.includes(method)
      if (!isAffected) return
      if (script.pending32002) {
        throw pendingError ?? new RpcError(-32002, `Request of type '${method}' already pending.`)
      }
      if (script.neverAnswers) await new Promise(() => undefined)
      if (script.disconnectMidRequest) {
        await new Promise((resolve) => setTimeout(resolve, script.delayMs))
        onDisconnect()
        throw new RpcError(disconnectedError.code, disconnectedError.message)
      }
      if (script.failWith !== undefined) {
        await new Promise((resolve) => setTimeout(resolve, script.delayMs))
        throw new RpcError(script.failWith.code, script.failWith.message, script.failWith.data)
      }
    },
  }
}

/** The error of a disconnected wallet (EIP-1193). */
export const disconnectedError = { code: 4900, message: 'The wallet lost its connection.' } as const
