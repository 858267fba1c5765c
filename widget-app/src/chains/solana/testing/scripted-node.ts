import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { OpenRpc } from '../rpc.ts'

type Respond = (params: readonly unknown[], signal?: AbortSignal) => unknown

export type ScriptedNode = {
  readonly openRpc: OpenRpc
  /** The called methods, in order. */
  readonly calls: readonly string[]
}

/** A node for unit tests: responds by method; unknown methods throw. Results are parsed like those of a real node. */
export function scriptedNode(script: Readonly<Record<string, Respond>>): ScriptedNode {
  const calls: string[] = []
  const rpc: JsonRpc = async (method, params, result, options) => {
    options?.signal?.throwIfAborted()
    calls.push(method)
    const respond = script[method]
    if (respond === undefined) throw new Error(`Unexpected node request: ${method}`)
    const parsed = z.safeParse(result, respond(params, options?.signal))
    if (parsed.success) return parsed.data
    throw new WidgetError('http/invalid-response', `Unexpected result of ${method}`, { cause: parsed.error })
  }
  return { openRpc: () => rpc, calls }
}

/** A result with its slot. */
export const inContext = (value: unknown, slot = 1): unknown => ({ context: { slot }, value })
