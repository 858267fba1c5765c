import * as z from 'zod/mini'
import { RpcError } from '../rpc-error.ts'
import type { WalletPlan } from './presets.ts'
import { createRequestApprover } from './request-approver.ts'
import { type Script, type ScriptPatch, scriptSchema } from './setup.ts'

/** Sees the script before a change; what it returns runs after it. */
export type Watch = (patch: ScriptPatch | null) => () => void

/** A request as a wallet meets it. */
export type ReceivedRequest = {
  readonly method: string
  readonly params: unknown
  /** Answered without a person; such a one goes wrong only when the script names it. */
  readonly isSilent: boolean
  /** Runs when the wallet loses its connection while the request runs. */
  readonly lose: () => void
  /** How this wallet says that it is asking already. */
  readonly pending?: Error
}

/** What the namespaces of one wallet have in common: its script, its window, and what it was asked. */
export type ScriptedBehaviour = ReturnType<typeof createScriptedBehaviour>

export function createScriptedBehaviour(plan: Pick<WalletPlan, 'name' | 'icon'>, start: Script) {
  const requests: { readonly method: string; readonly params: unknown; readonly atMs: number }[] = []
  const watches = new Set<Watch>()
  let script = start

  return {
    requests,
    gate: createRequestApprover(plan, () => script),
    script: () => script,
    onChange: (watch: Watch): void => void watches.add(watch),
    /** Changes the given parts of the script; null goes back to the default one. `but` is told nothing. */
    change(patch: ScriptPatch | null, but?: Watch): void {
      const told = [...watches].filter((watch) => watch !== but).map((watch) => watch(patch))
      script = z.parse(scriptSchema, patch === null ? {} : { ...script, ...patch })
      for (const tell of told) tell()
    },
    /** Writes a request down, then goes wrong with it if the script says so. @throws RpcError as scripted. */
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

/** What a wallet says when it has no connection any more (EIP-1193). */
export const lostConnection = { code: 4900, message: 'The wallet lost its connection.' } as const
