import {
  chunkedResultMaxDepth,
  chunkedResultMaxNodes,
  frameMaxArrayLength,
  frameMaxBytes,
  frameMaxDepth,
  frameMaxNodes,
  frameMaxStringLength,
  partLimit,
  partMaxLength,
} from '../config/limits.ts'

/** The maximum that comlink's frame and the envelope add around a payload: four levels, and a margin. */
export const envelope = { depth: 4, nodes: 16, bytes: 512 }

export const isForbidden = (key: string) =>
  key === '__proto__' || key === 'constructor' || key === 'prototype'

/** A clone carries an array's own properties too, and one named `constructor` changes `map`: only 0 … n−1 may exist. */
const isPlainArray = (value: readonly unknown[]): boolean => {
  // Not by `Object.keys`, in which Prototype.js 1.6 includes its prototype members. `length` follows the indices.
  const keys = Reflect.ownKeys(value)
  return keys.length === value.length + 1 && keys[value.length] === 'length'
}

/** Limits of plain data: bytes, UTF-16 units of a text, values, items of a list, levels. */
export type MessageLimits = {
  readonly bytes: number
  readonly stringLength: number
  readonly nodes: number
  readonly arrayLength: number
  readonly depth: number
  /** Only what JSON carries unchanged: no bytes, and `undefined` only as a member. */
  readonly isJson: boolean
}
export const messageLimits: MessageLimits = {
  bytes: frameMaxBytes,
  stringLength: frameMaxStringLength,
  nodes: frameMaxNodes,
  arrayLength: frameMaxArrayLength,
  depth: frameMaxDepth,
  isJson: false,
}
const resultMaxLength = partMaxLength * partLimit
export const chunkedLimits: MessageLimits = {
  bytes: resultMaxLength,
  stringLength: resultMaxLength,
  nodes: chunkedResultMaxNodes,
  arrayLength: chunkedResultMaxNodes,
  depth: chunkedResultMaxDepth,
  isJson: true,
}

const measure = (root: unknown, limits = messageLimits, used = { depth: 0, nodes: 0, bytes: 0 }): boolean => {
  let { bytes, nodes } = used
  // Depth bounds the recursion, so a cycle ends as "too deep".
  const visit = (value: unknown, depth: number): boolean => {
    nodes += 1
    if (nodes > limits.nodes || depth > limits.depth) return false
    switch (typeof value) {
      case 'string':
        bytes += value.length + 2
        return value.length <= limits.stringLength && bytes <= limits.bytes
      case 'number':
      case 'undefined':
      case 'boolean':
        bytes += 8
        // JSON has no NaN, no infinity and no undefined.
        if (limits.isJson && typeof value !== 'boolean' && !Number.isFinite(value)) return false
        return bytes <= limits.bytes
      case 'object':
        return value === null || visitObject(value, depth)
      default:
        return false
    }
  }
  const visitObject = (value: object, depth: number): boolean => {
    if (Array.isArray(value)) {
      if (value.length > limits.arrayLength || !isPlainArray(value)) return false
      for (let index = 0; index < value.length; index += 1) if (!visit(value[index], depth + 1)) return false
      return true
    }
    if (!limits.isJson && value instanceof Uint8Array) {
      // A clone carries the whole buffer of a view, including data outside the view.
      bytes += value.buffer.byteLength
      return bytes <= limits.bytes
    }
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return false
    for (const key of Object.keys(value)) {
      bytes += key.length + 3
      const member: unknown = Reflect.get(value, key)
      if (isForbidden(key)) return false
      if (limits.isJson && member === undefined) continue
      if (!visit(member, depth + 1)) return false
    }
    return bytes <= limits.bytes
  }
  return visit(root, used.depth)
}

/**
 * True if a value is plain, small data: JSON types, `undefined` and `Uint8Array`, within the frame limits of
 * docs/protocol.md#6-limits-and-strikes (bytes, depth, nodes, string and array length), without cycle, hole, class instance
 * or forbidden key. Structured clone retains all of those, so this runs before any schema does.
 */
export const isSmallPlainData = (root: unknown): boolean => measure(root)

/** The same with other limits for bytes and texts. */
export const isPlainData = (root: unknown, limits: Pick<MessageLimits, 'bytes' | 'stringLength'>): boolean =>
  measure(root, { ...messageLimits, ...limits })

/** True if a value is JSON of at most 8 MB in at most a million values, which crosses the link in chunks. */
export const isChunkedJson = (root: unknown): boolean => measure(root, chunkedLimits)

/** True if params, a result or an event's payload will be small plain data inside its frame at the peer. */
export const fitsInMessage = (payload: unknown): boolean => measure(payload, messageLimits, envelope)
