const texts = new WeakMap<object, string>()

/**
 * JSON of a value that never changes and that several answers contain, such as a cached block: written once for as long as
 * the value lives. Undefined for what JSON has no text for.
 */
export function sharedJson(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const known = texts.get(value)
  if (known !== undefined) return known
  const text = JSON.stringify(value)
  texts.set(value, text)
  return text
}

/** JSON of a text, or undefined when it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
