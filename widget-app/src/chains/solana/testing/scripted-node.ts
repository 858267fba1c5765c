import * as z from 'zod/mini'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { OpenRpc } from '../rpc.ts'

type Answer = (params: readonly unknown[]) => unknown

export type ScriptedNode = {
  readonly openRpc: OpenRpc
  /** The called methods, in order. */
  readonly asked: readonly string[]
}

/** A node for unit tests: responds by method; unknown methods throw. Results are parsed like those of a real node. */
export function scriptedNode(script: Readonly<Record<string, Answer>>): ScriptedNode {
  const asked: string[] = []
  const rpc: JsonRpc = async (method, params, result, options) => {
    options?.signal?.throwIfAborted()
    asked.push(method)
    const answer = script[method]
    if (answer === undefined) throw new Error(`Unexpected node request: ${method}`)
    const parsed = z.safeParse(result, answer(params))
    if (parsed.success) return parsed.data
    throw new WidgetError('http/invalid-response', `Unexpected result of ${method}`, { cause: parsed.error })
  }
  return { openRpc: () => rpc, asked }
}

/** A result with its slot. */
export const inContext = (value: unknown, slot = 1): unknown => ({ context: { slot }, value })
