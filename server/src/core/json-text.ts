const texts = new WeakMap<object, string>()

/**
 * JSON of an immutable value that several responses contain, such as a cached block: serialized once and cached as long as
 * the value exists. Undefined for values that JSON cannot represent.
 */
export function sharedJson(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const cached = texts.get(value)
  if (cached !== undefined) return cached
  const text = JSON.stringify(value)
  texts.set(value, text)
  return text
}

/** Parses JSON; undefined if the text is invalid. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
