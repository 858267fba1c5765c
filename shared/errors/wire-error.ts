import * as z from 'zod/mini'
import { errorDataMaxBytes, errorMessageMaxLength } from '../config/limits.ts'
import { type LinkReason, ProviderRpcError, providerCodes } from './provider-error.ts'
import { isWidgetError, type WidgetError } from './widget-error.ts'

/** An error as it crosses the link: an integer code, a bounded message, JSON data; never a stack (channel D3). */
export const wireErrorSchema = z.strictObject({
  code: z.int(),
  message: z.string().check(z.maxLength(errorMessageMaxLength)),
  data: z.optional(z.unknown()),
})

export type WireError = z.infer<typeof wireErrorSchema>

/** A refusal by the link itself, with its reason in `data.reason` (channel §6.7). */
export const linkError = (
  code: number,
  message: string,
  reason: LinkReason,
  hint?: string,
): ProviderRpcError => new ProviderRpcError(code, message, hint === undefined ? { reason } : { reason, hint })

const fits = (data: unknown): boolean => {
  try {
    const json = JSON.stringify(data)
    return json !== undefined && json.length <= errorDataMaxBytes
  } catch {
    return false
  }
}

const wire = (code: number, message: string, data: unknown): WireError => {
  const clipped = message.slice(0, errorMessageMaxLength)
  // The JSON round trip drops functions, getters and class instances, which structured clone would refuse.
  return data !== undefined && fits(data)
    ? { code, message: clipped, data: JSON.parse(JSON.stringify(data)) }
    : { code, message: clipped }
}

const widgetErrorCodes: { readonly [code: string]: number } = {
  'modal/closed': providerCodes.userRejected,
  'chain/unsupported': providerCodes.unrecognisedChain,
  'wallet/no-account': providerCodes.unauthorized,
  'link/closed': providerCodes.disconnected,
}

const encodeWidgetError = (error: WidgetError): WireError =>
  wire(widgetErrorCodes[error.code] ?? providerCodes.internal, error.message, {
    widgetCode: error.code,
    ...(error.data === undefined ? {} : { detail: error.data }),
  })

const thrownShape = z.object({
  code: z.optional(z.unknown()),
  message: z.optional(z.unknown()),
  data: z.optional(z.unknown()),
})

/**
 * Turns anything thrown into a wire error. Integer codes and JSON data of wallet errors survive; a code that is no
 * integer becomes −32603 with the original in `data` (channel §6.7).
 */
export function encodeError(thrown: unknown): WireError {
  if (thrown instanceof ProviderRpcError) return wire(thrown.code, thrown.message, thrown.data)
  if (isWidgetError(thrown)) return encodeWidgetError(thrown)
  const shape = thrownShape.safeParse(thrown)
  if (!shape.success) {
    return wire(providerCodes.internal, typeof thrown === 'string' ? thrown : 'Internal error', undefined)
  }
  const { code, message, data } = shape.data
  const text = typeof message === 'string' && message !== '' ? message : 'Internal error'
  if (typeof code === 'number' && Number.isSafeInteger(code)) return wire(code, text, data)
  return wire(providerCodes.internal, text, code === undefined ? data : { originalCode: String(code), data })
}

/** Rebuilds the error a caller sees from its wire form. */
export const decodeError = (error: WireError): ProviderRpcError =>
  new ProviderRpcError(error.code, error.message, error.data)
