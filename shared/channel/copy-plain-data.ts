import { chunkedLimits, envelope, isForbidden, messageLimits } from './message-limits.ts'

/**
 * A value that cannot be sent: a function, a bigint, a symbol, an object that is not plain data, or one that is too large.
 */
class NotPlainError extends Error {}

/** True if the prototype is `Object.prototype` of any realm, or null. */
export const isPlainPrototype = (value: object): boolean => {
  const prototype: object | null = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Other objects have internal slots that a copy of the members would lose: a Map, an element. */
const isData = (value: object): boolean =>
  isPlainPrototype(value) || Object.prototype.toString.call(value) === '[object Object]'

/** Of any realm: `instanceof` only works for the classes of this one. */
const isBytes = (value: object): value is Uint8Array =>
  ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]'

/**
 * The `toJSON` of an object or of its class. One that a library set on the root prototype (Prototype.js) does not count: it
 * returns text.
 */
const findToJson = (value: object): unknown => {
  for (let holder: object = value; ; ) {
    const parent: object | null = Object.getPrototypeOf(holder)
    if (parent === null) return undefined
    if (Object.hasOwn(holder, 'toJSON')) return Reflect.get(value, 'toJSON')
    holder = parent
  }
}

type Options = {
  /** Omits members that are functions, symbols or undefined, and objects that are not data, as JSON does. */
  readonly isLoose?: boolean
  /** Copies a result that crosses the link in chunks: JSON only, within the limits of such a result. */
  readonly isChunked?: boolean
}

const copyOf = (root: unknown, { isLoose = false, isChunked = false }: Options): unknown => {
  const limits = isChunked ? chunkedLimits : messageLimits
  let { bytes, nodes } = envelope
  const addBytes = (byteCount: number) => {
    bytes += byteCount
    if (bytes > limits.bytes) throw new NotPlainError()
  }
  const isSkipped = (value: unknown) =>
    value === undefined ||
    typeof value === 'function' ||
    typeof value === 'symbol' ||
    (typeof value === 'object' && value !== null && !isSendable(value))
  // Depth bounds the recursion, so a cycle ends as "too deep".
  const visit = (value: unknown, depth: number): unknown => {
    nodes += 1
    if (nodes > limits.nodes || depth > limits.depth) throw new NotPlainError()
    switch (typeof value) {
      case 'string':
        addBytes(value.length + 2)
        if (value.length > limits.stringLength) throw new NotPlainError()
        return value
      case 'number':
      case 'boolean':
      case 'undefined':
        addBytes(8)
        return value
      case 'object':
        return value === null ? null : visitObject(value, depth)
      default:
        throw new NotPlainError()
    }
  }
  const visitObject = (value: object, depth: number): unknown => {
    if (Array.isArray(value)) {
      const { length } = value
      if (length > limits.arrayLength) throw new NotPlainError()
      // Not by `Array.from`, which Prototype.js and MooTools replace by a function of one argument.
      return Array(length)
        .fill(0)
        .map((_, index) => {
          const item: unknown = value[index]
          return visit(isLoose && isSkipped(item) ? null : item, depth + 1)
        })
    }
    if (isBytes(value) && !limits.isJson) {
      addBytes(value.byteLength)
      return new Uint8Array(value)
    }
    const toJson = findToJson(value)
    if (typeof toJson === 'function') return visit(Reflect.apply(toJson, value, ['']), depth + 1)
    if (!isData(value)) throw new NotPlainError()
    const copy: Record<string, unknown> = {}
    for (const key of Object.keys(value)) {
      if (isForbidden(key)) throw new NotPlainError()
      const member: unknown = Reflect.get(value, key)
      if (isLoose && isSkipped(member)) continue
      addBytes(key.length + 3)
      copy[key] = visit(member, depth + 1)
    }
    return copy
  }
  return visit(root, envelope.depth)
}

const isSendable = (value: object) =>
  Array.isArray(value) || isBytes(value) || isData(value) || typeof findToJson(value) === 'function'

/**
 * Copies a value of the page into plain data that fits a frame of the channel, so that the validated value is the one sent.
 * Each member is read once, so getters and Proxies (Vue, MobX, Immer) cannot return another value the second time. Objects
 * of other realms and instances of classes become their own enumerable members, or what their `toJSON` returns. Returns
 * undefined for a value that is not data or too large (docs/protocol.md#6-limits-and-strikes).
 */
export function copyPlainData<Value>(value: Value, options?: Options): { readonly copy: Value } | undefined
export function copyPlainData(value: unknown, options: Options = {}): { readonly copy: unknown } | undefined {
  try {
    return { copy: copyOf(value, options) }
  } catch {
    // Not plain, or a getter or Proxy of the page threw.
    return undefined
  }
}
