import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { OpenRpc } from '../rpc.ts'

type ScriptedResult = (params: readonly unknown[], signal?: AbortSignal) => unknown

/**
 * A node for unit tests with scripted results by method; other methods throw. Results are parsed like those of a real node.
 */
export function memoryNode(script: Readonly<Record<string, ScriptedResult>>): OpenRpc {
  const rpc: JsonRpc = async (method, params, result, options) => {
    options?.signal?.throwIfAborted()
    const respond = script[method]
    if (respond === undefined) throw new Error(`Unexpected node request: ${method}`)
    const parsed = z.safeParse(result, respond(params, options?.signal))
    if (parsed.success) return parsed.data
    throw new WidgetError('http/invalid-response', `Unexpected result of ${method}`, { cause: parsed.error })
  }
  return () => rpc
}

const word = (value: bigint): string => value.toString(16).padStart(64, '0')

/** One uint256 as a contract returns it. */
export const uintResult = (value: bigint): string => `0x${word(value)}`

/** One string as a contract returns it (ABI encoding: offset, length, bytes). */
export function textResult(text: string): string {
  const bytes = Buffer.from(text, 'utf8')
  const padded = bytes.toString('hex').padEnd(Math.ceil(bytes.length / 32) * 64, '0')
  return `0x${word(32n)}${word(BigInt(bytes.length))}${padded}`
}
