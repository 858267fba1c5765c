import {
  frameMaxArrayLength,
  frameMaxBytes,
  frameMaxDepth,
  frameMaxNodes,
  frameMaxStringLength,
} from '../config/limits.ts'

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Whether a value is plain, small data: JSON types, `undefined` and `Uint8Array`, within the frame limits of
 * channel §6.6 (bytes, depth, nodes, string and array length), with no cycle, class instance or forbidden key.
 * Structured clone keeps all of those, so this runs before any schema does.
 */
export function isSmallPlainData(root: unknown): boolean {
  let bytes = 0
  let nodes = 0
  // Depth bounds the recursion, so a cycle ends as "too deep".
  const visit = (value: unknown, depth: number): boolean => {
    nodes += 1
    if (nodes > frameMaxNodes || depth > frameMaxDepth) return false
    switch (typeof value) {
      case 'string':
        bytes += value.length + 2
        return value.length <= frameMaxStringLength && bytes <= frameMaxBytes
      case 'number':
      case 'boolean':
      case 'undefined':
        bytes += 8
        return bytes <= frameMaxBytes
      case 'object':
        return value === null ? true : visitObject(value, depth)
      default:
        return false
    }
  }
  const visitObject = (value: object, depth: number): boolean => {
    if (Array.isArray(value)) {
      if (value.length > frameMaxArrayLength) return false
      for (let index = 0; index < value.length; index += 1) if (!visit(value[index], depth + 1)) return false
      return true
    }
    if (value instanceof Uint8Array) {
      bytes += value.byteLength
      return bytes <= frameMaxBytes
    }
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return false
    for (const [key, child] of Object.entries(value)) {
      bytes += key.length + 3
      if (forbiddenKeys.has(key) || !visit(child, depth + 1)) return false
    }
    return bytes <= frameMaxBytes
  }
  return visit(root, 0)
}
