import type * as z from 'zod/mini'
import { errorDataMaxBytes, errorMessageMaxLength } from '../config/limits.ts'
import { anything, integer, strictObject, text } from '../wire-schema.ts'
import { type LinkReason, ProviderRpcError, providerCodes } from './provider-error.ts'
import { isWidgetError, type WidgetError } from './widget-error.ts'

/** An error as it crosses the link: an integer code, a bounded message, JSON data; never a stack (channel D3). */
export const wireErrorSchema = strictObject({
  code: integer(),
  message: text(errorMessageMaxLength),
  data: anything,
})

export type WireError = z.infer<typeof wireErrorSchema>

/** An error of the link itself, with its reason in `data.reason` (docs/protocol.md#7-errors). */
export const linkError = (
  code: number,
  message: string,
  reason: LinkReason,
  hint?: string,
): ProviderRpcError => new ProviderRpcError(code, message, hint === undefined ? { reason } : { reason, hint })

const encoder = new TextEncoder()

/**
 * Error data in its JSON form; undefined if it is not JSON or more than 8 KiB. The round trip drops functions and class
 * instances, which structured clone would reject; the replacer drops stacks, which name files.
 */
const jsonData = (data: unknown): unknown => {
  try {
    const json = JSON.stringify(data, (key, value: unknown) => (key === 'stack' ? undefined : value))
    if (json === undefined || encoder.encode(json).length > errorDataMaxBytes) return undefined
    const copy: unknown = JSON.parse(json)
    return copy
  } catch {
    return undefined
  }
}

const toWire = (code: number, message: string, rawData: unknown): WireError => {
  const data = jsonData(rawData)
  const clipped = message.slice(0, errorMessageMaxLength)
  return data === undefined ? { code, message: clipped } : { code, message: clipped, data }
}

const internal = () => toWire(providerCodes.internal, 'Internal error', undefined)

const widgetErrorCodes: { readonly [code: string]: number } = {
  'modal/closed': providerCodes.userRejected,
  'chain/unsupported': providerCodes.unrecognisedChain,
  'wallet/no-account': providerCodes.unauthorized,
  'link/closed': providerCodes.disconnected,
}

const encodeWidgetError = (error: WidgetError): WireError =>
  toWire(widgetErrorCodes[error.code] ?? providerCodes.internal, error.message, {
    widgetCode: error.code,
    ...(error.data === undefined ? {} : { detail: error.data }),
  })

const encodeThrown = (thrown: unknown): WireError => {
  if (isWidgetError(thrown)) return encodeWidgetError(thrown)
  if (typeof thrown === 'string') return toWire(providerCodes.internal, thrown, undefined)
  if (typeof thrown !== 'object' || thrown === null) return internal()
  const code: unknown = Reflect.get(thrown, 'code')
  const message: unknown = Reflect.get(thrown, 'message')
  const data: unknown = Reflect.get(thrown, 'data')
  const text = typeof message === 'string' && message !== '' ? message : 'Internal error'
  // Codes of a DOMException are from another list.
  const isDomException = typeof DOMException !== 'undefined' && thrown instanceof DOMException
  if (typeof code === 'number' && Number.isSafeInteger(code) && !isDomException)
    return toWire(code, text, data)
  return toWire(
    providerCodes.internal,
    text,
    code === undefined ? data : { originalCode: String(code), data },
  )
}

/**
 * Converts any thrown value to a wire error. Integer codes and JSON data of wallet errors are retained; a code that is not
 * an integer becomes −32603 with the original in `data` (docs/protocol.md#7-errors). Never throws.
 */
export function encodeError(thrown: unknown): WireError {
  try {
    return encodeThrown(thrown)
  } catch {
    // A getter, proxy or conversion of the thrown object threw.
    return internal()
  }
}

/** Converts a wire error to the error that a caller gets. */
export const decodeError = (error: WireError): ProviderRpcError =>
  new ProviderRpcError(error.code, error.message, error.data)
