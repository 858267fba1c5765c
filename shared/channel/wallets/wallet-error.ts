import { ProviderRpcError, providerCodes } from '../../errors/provider-error.ts'

/** Members in which wallets wrap an error. */
const wrapperKeys = ['data', 'originalError', 'cause', 'error']
const depthLimit = 3

/** A member of a thrown value; undefined if its getter throws. */
function read(from: unknown, name: string): unknown {
  try {
    return Reflect.get(Object(from), name)
  } catch {
    return undefined
  }
}

const integerOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) ? Number(number) : undefined
}

type ErrorTexts = { readonly codes: readonly number[]; readonly messages: readonly string[] }

/** Codes and messages of what a wallet threw and of all errors it wraps, outermost first. A bare text is a message. */
function collectErrors(thrown: unknown, depth = 0): ErrorTexts {
  if (typeof thrown === 'string') return { codes: [], messages: [thrown] }
  if (depth > depthLimit || typeof thrown !== 'object' || thrown === null) return { codes: [], messages: [] }
  const [code, message] = [integerOf(read(thrown, 'code')), read(thrown, 'message')]
  // A text is a message only in a member that wraps errors: `data` may be anything.
  const inner = wrapperKeys
    .map((name) => read(thrown, name))
    .filter((one, index) => typeof one !== 'string' || index > 0)
    .map((one) => collectErrors(one, depth + 1))
  return {
    codes: [...(code === undefined ? [] : [code]), ...inner.flatMap(({ codes }) => codes)],
    messages: [
      ...(typeof message === 'string' && message !== '' ? [message] : []),
      ...inner.flatMap(({ messages }) => messages),
    ],
  }
}

/** Codes that state that an operation failed, but not why. */
const genericCodes: readonly number[] = [providerCodes.internal, providerCodes.server]

/**
 * Converts what a wallet threw to an EIP-1193 error: by a code of it or of an error it wraps; without any code by its
 * messages. The message is retained.
 */
export function providerError(
  thrown: unknown,
  messagePatterns: readonly (readonly [words: RegExp, code: number])[],
): ProviderRpcError {
  const { codes, messages } = collectErrors(thrown)
  const coded = codes.find((code) => !genericCodes.includes(code)) ?? codes[0]
  const matched = messagePatterns.find(([pattern]) => messages.some((text) => pattern.test(text)))?.[1]
  const message = messages[0] ?? 'The wallet failed without a reason'
  return new ProviderRpcError(coded ?? matched ?? providerCodes.internal, message, read(thrown, 'data'))
}

/** Plain data of an error and of the errors it wraps: JSON drops their messages. */
function toPlainError(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > depthLimit) return value
  const members = ['code', 'message', ...wrapperKeys].flatMap((name) => {
    const one = read(value, name)
    return one === undefined ? [] : [[name, toPlainError(one, depth + 1)]]
  })
  return { ...value, ...Object.fromEntries(members) }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Converts what a wallet threw to a form that the link can carry: code, message and data cross. A code as text becomes a
 * number; errors that it wraps in other members, or as an error object in `data`, become plain members of `data`.
 */
export function toWireError(thrown: unknown): unknown {
  if (!isObject(thrown)) return thrown
  const [code, [data, ...inner]] = [read(thrown, 'code'), wrapperKeys.map((name) => read(thrown, name))]
  const isNumber = integerOf(code) === undefined || typeof code === 'number'
  const wraps = (value: unknown) => isObject(value) && wrapperKeys.some((name) => isObject(read(value, name)))
  if (isNumber && !inner.some(isObject) && !wraps(data) && !(data instanceof Error)) return thrown
  const named = inner.flatMap((one, index) =>
    isObject(one) ? [[wrapperKeys[index + 1], toPlainError(one, 1)]] : [],
  )
  const plainData = toPlainError(data, 1)
  return {
    code: isNumber ? code : integerOf(code),
    message: read(thrown, 'message'),
    data:
      named.length > 0 ? { ...(isObject(plainData) && plainData), ...Object.fromEntries(named) } : plainData,
  }
}

function isError(value: unknown): boolean {
  try {
    return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]'
  } catch {
    // A Proxy of the page that throws.
    return false
  }
}

/** The members of an error of any realm as plain data; other values unchanged. */
export const errorMembers = (value: unknown): unknown =>
  isError(value)
    ? { code: read(value, 'code'), message: read(value, 'message'), data: read(value, 'data') }
    : value
